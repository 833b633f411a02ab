import { millisecondsInDay } from 'date-fns/constants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleKey } from '#domain/rules/rule-keys.ts';
import { findContradictions, toRules } from '#domain/rules/rules.ts';
import { classes, members, type Press, ReplayedStudio } from './replayed-studio.fixture.ts';
import { Simulation, type WhatIfResult } from './simulation.ts';

type Rules = Partial<Record<RuleKey, string>>;

const span = {
  from: new Date('2026-05-11T23:00:00.000Z'),
  until: new Date('2026-05-17T23:00:00.000Z'),
  now: new Date('2026-05-17T12:00:00.000Z'),
};

function ask(
  { studio }: ReplayedStudio,
  fixed: Rules,
  { from = span.from, decidesAll = false } = {},
): WhatIfResult {
  const simulation = new Simulation({ ...span, from }, fixed, { decidesAll });
  for (const event of studio.log.events) simulation.add(event);
  return simulation.finish();
}

async function run(
  rules: Rules,
  presses: readonly Press[],
  week = new ReplayedStudio(),
): Promise<{ week: ReplayedStudio; done: Press[] }> {
  await week.open(rules);
  const done: Press[] = [];
  for (const press of presses) if (await week.press(press)) done.push(press);
  await week.finish();
  return { week, done };
}

const [day, week] = [24 * 60, 5 * 24 * 60];
const memberIds = fc.constantFrom(...members);
const classIds = fc.constantFrom(...classes.map(({ id }) => id));
/** Mostly bookings, waits and cancellations, of classes that are full and have a waiting list. */
const whats = fc.constantFrom<Press['what'][]>(
  ...(['book', 'book', 'book', 'join', 'join', 'cancel', 'cancel', 'cancel', 'cancel', 'leave'] as const),
  ...(['add', 'remove', 'remove', 'give', 'grow', 'shrink', 'move', 'undo', 'reschedule'] as const),
  ...(['mark full', 'reopen', 'cancel class'] as const),
);
const filling: fc.Arbitrary<Press[]> = fc
  .tuple(fc.shuffledSubarray([...members], { minLength: 2 }), fc.integer({ min: 0, max: 2 * day }), classIds)
  .map(([people, from, classId]) =>
    people.flatMap((memberId, index): Press[] => [
      { minute: from + index, memberId, classId, what: 'book' },
      { minute: from + index, memberId, classId, what: 'join' },
    ]),
  );
const press: fc.Arbitrary<Press> = fc.record({
  minute: fc.oneof(fc.integer({ min: 0, max: week }), fc.integer({ min: 2 * day - 180, max: 3 * day + 540 })),
  memberId: memberIds,
  classId: classIds,
  what: whats,
});
/** One cancels late, and others want the place a little later. */
const swap: fc.Arbitrary<Press[]> = fc
  .tuple(
    fc.shuffledSubarray([...members], { minLength: 2 }),
    fc.integer({ min: 2 * day, max: 4 * day }),
    classIds,
  )
  .map(([[first = 'ann', ...others], minute, classId]) => [
    { minute, memberId: first, classId, what: 'cancel' },
    ...others.map(
      (memberId, index): Press => ({ minute: minute + 1 + index, memberId, classId, what: 'book' }),
    ),
  ]);
const presses: fc.Arbitrary<Press[]> = fc
  .tuple(
    fc.array(filling, { minLength: 1, maxLength: 3 }),
    fc.array(swap, { maxLength: 2 }),
    fc.array(press, { minLength: 3, maxLength: 20 }),
  )
  .map(([full, swaps, list]) =>
    [...full.flat(), ...swaps.flat(), ...list].toSorted((a, b) => a.minute - b.minute),
  );

const rules: fc.Arbitrary<Rules> = fc.oneof(
  fc
    .constantFrom('0', '2', '12', '36', '48', '72')
    .map((value): Rules => ({ free_cancellation_hours: value })),
  fc.constantFrom('3', '12', '48', '72').map((value): Rules => ({ auto_book_until_hours: value })),
  fc.constantFrom('5', '60', '180').map((value): Rules => ({ offer_minutes: value })),
  fc.constantFrom('0', '1', '6', '24').map((value): Rules => ({ broadcast_under_hours: value })),
  fc.constantFrom('1', '2', '3', '60').map((value): Rules => ({ booking_window_days: value })),
  fc.constantFrom('0', '24').map((value): Rules => ({ priority_booking_hours: value })),
  fc.constantFrom('00:00', '07:00', '18:00').map((value): Rules => ({ quiet_from: value })),
  fc.constantFrom('0', '31').map((value): Rules => ({ returned_pass_grace_days: value })),
  fc.constantFrom('1', '12').map((value): Rules => ({ given_pass_months: value })),
  fc.constant<Rules>({ instructor_fee_pence: '4000' }),
  fc
    .constantFrom('24', '72')
    .map((value): Rules => ({ late_cancel_refill: 'on', free_cancellation_hours: value })),
  fc.constant<Rules>({ late_cancel_refill: 'on' }),
  fc.constant<Rules>({ free_cancellation_hours: '2', auto_book_until_hours: '6', offer_minutes: '45' }),
);

describe('a what-if', () => {
  it('under the rules as they stood has no difference, for any span of any store', async () => {
    const days = fc.integer({ min: 0, max: 5 });
    const script = fc.record({ presses, rules, later: rules, areWorkersLate: fc.boolean(), days });
    await fc.assert(
      fc.asyncProperty(script, async ({ presses, rules, later, areWorkersLate, days }) => {
        const week = new ReplayedStudio({ areWorkersLate });
        const half = presses.slice(0, presses.length / 2);
        await run(rules, half, week);
        await week.changeRules(later);
        for (const press of presses.slice(half.length)) await week.press(press);
        const from = new Date(span.from.getTime() + days * millisecondsInDay);
        for (const decidesAll of [false, true]) {
          const { figures, differences } = ask(week, {}, { from, decidesAll });
          expect(differences).toEqual([]);
          expect(figures.wouldBe).toEqual(figures.was);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('with a rule at the value that it had has no difference either', async () => {
    await fc.assert(
      fc.asyncProperty(presses, rules, fc.boolean(), async (script, first, areWorkersLate) => {
        const { week } = await run(first, script, new ReplayedStudio({ areWorkersLate }));
        expect(ask(week, first).differences).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('answers what the product does under those rules, with the same presses', async () => {
    await fc.assert(
      fc.asyncProperty(presses, rules, rules, async (script, first, other) => {
        fc.pre(findContradictions(toRules({ ...first, ...other }, 0)).length === 0);
        const { week: asItWas, done } = await run(first, script);
        const { week: real } = await run({ ...first, ...other }, done);
        expect(ask(asItWas, other).figures.wouldBe).toEqual(ask(real, {}).figures.was);
      }),
      { numRuns: 200 },
    );
  });
});
