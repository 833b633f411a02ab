import { expect, it } from 'vitest';
import type { RuleKey } from '#domain/rules/rule-keys.ts';
import { bookClass } from '#services/commands/booking/book-class.ts';
import { cancelBooking } from '#services/commands/booking/cancel-booking.ts';
import { changeRules } from '#services/commands/rules/change-rules.ts';
import { openRulebook } from '#services/commands/rules/open-rulebook.ts';
import { Studio } from '#services/commands/testing/studio.fixture.ts';
import { cancelClass } from '#services/commands/timetable/cancel-class.ts';
import { buyPasses } from '../testing/paid-lots.fixture.ts';
import { readClassHistory } from './class-history.ts';
import { readLotHistory } from './lot-history.ts';
import { readMemberHistory } from './member-history.ts';
import { readRulebookHistory } from './rulebook-history.ts';

const booked = new Date('2026-05-12T10:00:00.000Z');
const late = new Date('2026-05-16T08:00:00.000Z');
const after = new Date('2026-05-20T10:00:00.000Z');

const setRule = (studio: Studio, key: RuleKey, value: string) =>
  changeRules(studio.start(), { settings: [{ key, value }] }, studio.context());
const book = (studio: Studio, memberId: string, now = booked) =>
  bookClass(studio.start(), { classId: 1, memberId, source: 'member' }, studio.context(now));

async function openStudio(members: readonly string[]) {
  const studio = new Studio();
  await studio.schedule(1, { capacity: 1 });
  for (const member of members) await buyPasses(studio, member, 2);
  return studio;
}

it('names the rule of the booking for its cancellation, and that of the loss for its refill', async () => {
  const studio = await openStudio(['ann', 'bea']);
  await openRulebook(studio.start(), null, studio.context());
  await setRule(studio, 'free_cancellation_hours', '12');
  const ann = await book(studio, 'ann');
  await setRule(studio, 'free_cancellation_hours', '48');
  await setRule(studio, 'late_cancel_refill', 'on');
  await cancelBooking(
    studio.start(),
    { bookingId: ann.bookingId, classId: 1, memberId: 'ann' },
    studio.context(late),
  );
  await setRule(studio, 'late_cancel_refill', 'off');
  await book(studio, 'bea', late);
  const store = studio.log.connect();
  const history = await readClassHistory(store, 1, after);
  const decidedBy = history?.events.map(({ type, rule }) => [type, rule?.version, rule?.event?.revision]);
  expect(decidedBy).toEqual([
    ['ClassScheduled', undefined, undefined],
    ['SeatBooked', 2, 1n],
    ['SeatReleased', 4, 3n],
    ['SeatBooked', 5, 4n],
    ['LateCancellationRefilled', 4, 3n],
  ]);
  const subject = { memberId: 'ann', membershipId: null, paymentIntentIds: [] };
  const { events } = await readMemberHistory(store, subject, after);
  const ruleOf = (wanted: string) => events.find(({ type }) => type === wanted)?.rule;
  expect(ruleOf('SeatBooked')?.text).toBe(
    'Booking opens 7 days ahead. Cancelling is free up to 12 hours before the class.',
  );
  expect(ruleOf('PassForfeited')).toMatchObject({ version: 2, event: { stream: 'rulebook-studio' } });
  expect(ruleOf('PassReturned')).toMatchObject({
    version: 4,
    text: 'The pass of a late cancellation comes back when someone else takes the place.',
  });
  expect(ruleOf('PassHeld')).toBeNull();
});

it('finds the version by position where an event notes none, and reports events before the rulebook', async () => {
  const studio = await openStudio(['ann']);
  await book(studio, 'ann');
  const store = studio.log.connect();
  const before = await readClassHistory(store, 1, after);
  expect(before?.events[1]?.rule).toEqual({
    version: 0,
    event: null,
    text: 'Booking opens 7 days ahead. Cancelling is free up to 24 hours before the class.',
  });
  await openRulebook(studio.start(), null, studio.context());
  await setRule(studio, 'returned_pass_grace_days', '3');
  await studio.grant('ann', 1, { lotId: 'gift', kind: 'adjustment', expiresAt: '2026-05-13T22:59:59.999Z' });
  await cancelClass(studio.start(), { classId: 1 }, studio.context(late));
  const subject = { memberId: 'ann', membershipId: null, paymentIntentIds: [] };
  const { events } = await readMemberHistory(store, subject, after);
  expect(events.filter(({ rule }) => rule !== null).map(({ type, rule }) => [type, rule?.text])).toEqual([
    ['SeatBooked', 'Booking opens 7 days ahead. Cancelling is free up to 24 hours before the class.'],
    ['LotGranted', 'A pass that staff give lasts 3 months.'],
    ['PassReturned', 'A pass that the studio gives back lasts at least 3 days.'],
  ]);
  const { entries } = await readLotHistory(store, { memberId: 'ann', lotId: 'gift' });
  expect(entries.map(({ rule }) => rule)).toEqual(['A pass that staff give lasts 3 months.']);
});

it('shows the rulebook at any moment, and each change in words', async () => {
  const studio = new Studio();
  const store = studio.log.connect();
  expect(await readRulebookHistory(store, after)).toMatchObject({ version: 0, events: [] });
  await openRulebook(studio.start(), null, studio.context());
  await setRule(studio, 'free_cancellation_hours', '1');
  const history = await readRulebookHistory(store, after);
  expect(history).toMatchObject({ version: 2, events: [{ version: 1 }, { version: 2 }] });
  expect(history.rules.find(({ key }) => key === 'instructor_fee_pence')?.value).toBe('£30.00');
  expect(history.events[1]?.summary).toBe(
    'The rulebook has version 2. Free cancellation: 24 hours, now 1 hour.',
  );
});
