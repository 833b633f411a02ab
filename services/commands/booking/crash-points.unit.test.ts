import { describe, expect, it } from 'vitest';
import type { WalletState } from '#domain/wallet/state.ts';
import { Crashed, crashAtAppend } from '../testing/memory-event-store.fixture.ts';
import { Studio } from '../testing/studio.fixture.ts';
import { cancelClass } from '../timetable/cancel-class.ts';
import { type BookClassDeps, bookClass } from './book-class.ts';
import { cancelBooking } from './cancel-booking.ts';

/** A scenario whose last command is the one that crashes. */
interface Scenario {
  readonly name: string;
  readonly appends: number;
  prepare(studio: Studio): Promise<void>;
  act(deps: BookClassDeps, studio: Studio): Promise<unknown>;
}

const request = (memberId: string) => ({ classId: 1, memberId, source: 'member' as const });
const annsBooking = { bookingId: 1, classId: 1, memberId: 'ann' };

async function open(studio: Studio, capacity = 2) {
  await studio.schedule(1, { capacity });
  for (const member of ['ann', 'bea']) await studio.grant(member, 2);
}

async function booked(studio: Studio) {
  await open(studio);
  for (const member of ['ann', 'bea']) await bookClass(studio.start(), request(member), studio.context());
}

const late = new Date('2026-05-16T08:00:00.000Z');
const scenarios: readonly Scenario[] = [
  {
    name: 'a member books',
    appends: 3,
    prepare: open,
    act: (deps, studio) => bookClass(deps, request('ann'), studio.context()),
  },
  {
    name: 'staff book before the window opens',
    appends: 3,
    async prepare(studio) {
      await studio.schedule(1, { date: '2026-06-30' });
      await studio.grant('ann', 2);
    },
    act: (deps, studio) => bookClass(deps, { ...request('ann'), source: 'staff' }, studio.context()),
  },
  {
    name: 'a member cancels in time',
    appends: 2,
    prepare: booked,
    act: (deps, studio) => cancelBooking(deps, annsBooking, studio.context()),
  },
  {
    name: 'a member cancels late',
    appends: 2,
    prepare: booked,
    act: (deps, studio) => cancelBooking(deps, annsBooking, studio.context(late)),
  },
  {
    name: 'a booking takes the place of a late cancellation',
    appends: 4,
    async prepare(studio) {
      await studio.refillLateCancellations();
      await open(studio, 1);
      await bookClass(studio.start(), request('ann'), studio.context());
      await cancelBooking(studio.start(), annsBooking, studio.context(late));
    },
    act: (deps, studio) => bookClass(deps, request('bea'), studio.context(late)),
  },
  {
    name: 'the studio cancels the class',
    appends: 3,
    prepare: booked,
    act: (deps, studio) => cancelClass(deps, { classId: 1 }, studio.context()),
  },
];

/** Describes the state of the studio without who caused it, and when: a sweep completes a booking later. */
async function outcome(studio: Studio) {
  const seats = [...(await studio.classState(1)).seats.values()].map((seat) => ({ ...seat, bookedAt: null }));
  const wallets: WalletState[] = [];
  for (const member of ['ann', 'bea']) wallets.push(await studio.wallet(member));
  return { seats, wallets };
}

async function runScenario(scenario: Scenario, crash?: { at: number; when: 'before' | 'after' }) {
  const studio = new Studio();
  await scenario.prepare(studio);
  const untouched = await outcome(studio);
  if (crash === undefined) await scenario.act(studio.start(), studio);
  else {
    const hooks = crashAtAppend(crash.at, crash.when);
    await expect(scenario.act(studio.start(hooks), studio)).rejects.toThrow(Crashed);
  }
  await studio.sweep(late);
  await studio.expectSettled();
  return { untouched, result: await outcome(studio) };
}

describe.each(scenarios)('$name: crashed', (scenario) => {
  it.each(
    Array.from({ length: scenario.appends }, (_, at) => [
      { at, when: 'before' as const },
      { at, when: 'after' as const },
    ]).flat(),
  )('$when append $at', async (crash) => {
    const whole = await runScenario(scenario);
    const { untouched, result } = await runScenario(scenario, crash);
    // A crash before the first append leaves nothing; after any later append the result is the same as without a
    // crash.
    const never = crash.at === 0 && crash.when === 'before';
    expect(result).toEqual(never ? untouched : whole.result);
    expect(whole.result).not.toEqual(untouched);
  });
});
