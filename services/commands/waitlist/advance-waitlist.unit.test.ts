import { millisecondsInMinute } from 'date-fns/constants';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeClass } from '#domain/class/decide-timetable.ts';
import { getNextWaitlistStep } from '#domain/class/decide-waitlist.ts';
import { classDecider } from '#domain/class/decider.ts';
import { getTakenSeats } from '#domain/class/state.ts';
import { getWaitlistPhase } from '#domain/class/waitlist-phase.ts';
import { toLondonInstant } from '#domain/london-time.ts';
import { Refusal } from '#domain/refusal.ts';
import { defaultRules } from '#domain/rules/rules.ts';
import { countRemainingPasses } from '#domain/wallet/state.ts';
import { bookClass } from '../booking/book-class.ts';
import { cancelBooking } from '../booking/cancel-booking.ts';
import { Crashed, crashAtAppend, type StoreHooks } from '../testing/memory-event-store.fixture.ts';
import { now, Studio } from '../testing/studio.fixture.ts';
import { advanceWaitlist } from './advance-waitlist.ts';
import { confirmWaitlistPlace } from './confirm-waitlist-place.ts';
import { joinWaitlist } from './join-waitlist.ts';
import { leaveWaitlist } from './leave-waitlist.ts';

// The class is on Saturday 16 May 2026 at 09:30; the history starts on Tuesday.
const startsAt = toLondonInstant('2026-05-16', '09:30');
const onDay = (day: string, time: string) => toLondonInstant(`2026-05-${day}`, time);

class Club extends Studio {
  #entries = 0;

  join = (memberId: string, at = now, hooks?: StoreHooks) =>
    joinWaitlist(
      {
        ...this.start(hooks),
        nextWaitlistId: () => {
          this.#entries += 1;
          return Promise.resolve(this.#entries);
        },
      },
      { classId: 1, memberId },
      this.context(at),
    );
  book = (memberId: string, at = now, hooks?: StoreHooks) =>
    bookClass(this.start(hooks), { classId: 1, memberId, source: 'member' }, this.context(at));
  advance = (at = now, hooks?: StoreHooks) =>
    advanceWaitlist(this.start(hooks), { classId: 1 }, this.context(at));
  async cancel(memberId: string, at = now, hooks?: StoreHooks) {
    const booking = this.bookings().findLast((each) => each.memberId === memberId);
    if (booking) await cancelBooking(this.start(hooks), booking, this.context(at));
  }
  types = () => this.log.events.map(({ type }) => type);
}

/** One seat, booked by Ann; Bea, Cat and Dan are on the waitlist, and Bea has no pass. */
async function openClub() {
  const club = new Club();
  await club.schedule(1, { capacity: 1 });
  for (const member of ['ann', 'cat', 'dan']) await club.grant(member, 1);
  await club.book('ann');
  for (const member of ['bea', 'cat', 'dan']) await club.join(member);
  return club;
}

const seated = async (club: Club) => getTakenSeats(await club.classState(1)).map(({ memberId }) => memberId);

describe('a free seat', () => {
  it('goes to the first entry with a pass; entries without one are passed over, with the reason', async () => {
    const club = await openClub();
    await club.cancel('ann');
    await club.advance();
    expect(await seated(club)).toEqual(['cat']);
    expect(countRemainingPasses(await club.wallet('cat'), now)).toBe(0);
    const skipped = club.log.events.find(({ type }) => type === 'WaitlistSkipped');
    expect(skipped?.data).toMatchObject({ memberId: 'bea', reason: 'no_pass' });
    const { waitlist } = await club.classState(1);
    expect(waitlist.map(({ memberId }) => memberId)).toEqual(['bea', 'dan']);
    await club.expectSettled();
  });

  it('goes to one entry for any number of concurrent calls', async () => {
    const club = await openClub();
    await club.cancel('ann');
    await Promise.all(Array.from({ length: 20 }, () => club.advance()));
    expect(await seated(club)).toEqual(['cat']);
    expect(club.types().filter((type) => type === 'WaitlistSkipped')).toHaveLength(1);
    await club.expectSettled();
  });

  it.each([0, 1, 2, 3, 4].flatMap((at) => [[at, 'before'] as const, [at, 'after'] as const]))(
    'is completed after a crash at append %i, %s it',
    async (at, when) => {
      const club = await openClub();
      await club.cancel('ann');
      await club.advance(now, crashAtAppend(at, when)).catch((error: unknown) => {
        if (!(error instanceof Crashed)) throw error;
      });
      await club.sweep();
      await club.advance();
      expect(await seated(club)).toEqual(['cat']);
      await club.expectSettled();
    },
  );

  it('is offered from 26 hours before, and offered on when it lapses', async () => {
    const club = await openClub();
    const friday = onDay('15', '12:00');
    await club.cancel('ann', friday);
    await club.advance(friday);
    expect(await seated(club)).toEqual([]);
    expect((await club.classState(1)).offers).toMatchObject([
      { memberId: 'cat', until: onDay('15', '12:30').toISOString() },
    ]);
    await expect(club.book('dan', friday)).rejects.toMatchObject({ code: 'SPOT_OFFERED' });
    await club.advance(onDay('15', '12:31'));
    expect((await club.classState(1)).offers).toMatchObject([{ memberId: 'dan' }]);
    await expect(club.book('cat', onDay('15', '12:32'))).rejects.toMatchObject({ code: 'SPOT_OFFERED' });
    await club.book('dan', onDay('15', '13:00'));
    expect(await seated(club)).toEqual(['dan']);
    expect(countRemainingPasses(await club.wallet('cat'), now)).toBe(1);
  });

  it('waits for the morning, or is announced to everyone when that is too late', async () => {
    const club = await openClub();
    const night = onDay('15', '23:00');
    await club.cancel('ann', night);
    await club.advance(night);
    expect((await club.classState(1)).offers).toEqual([]);
    await expect(club.book('dan', night)).rejects.toMatchObject({ code: 'SPOT_OFFERED' });
    const morning = onDay('16', '07:00');
    await club.advance(morning);
    expect((await club.classState(1)).offers).toMatchObject([{ memberId: 'cat' }]);
    const late = onDay('16', '07:45');
    await club.advance(late);
    expect(club.types().slice(-2)).toEqual(['OfferLapsed', 'SpotAnnounced']);
    await club.book('dan', late);
    expect(await seated(club)).toEqual(['dan']);
  });
});

it('books no member into overlapping classes from two waitlists', async () => {
  const club = new Club();
  for (const classId of [1, 2]) await club.schedule(classId, { capacity: 1 });
  const stand = { ...club.start(), nextWaitlistId: () => Promise.resolve(90) };
  for (const [classId, member] of [
    [1, 'ann'],
    [2, 'bea'],
  ] as const) {
    await club.grant(member, 1);
    await bookClass(club.start(), { classId, memberId: member, source: 'member' }, club.context());
    await joinWaitlist(stand, { classId, memberId: 'cat' }, club.context());
  }
  await club.grant('cat', 5);
  for (const member of ['ann', 'bea']) await club.cancel(member);
  await Promise.all([1, 2].map((classId) => advanceWaitlist(club.start(), { classId }, club.context())));
  const states = [await club.classState(1), await club.classState(2)];
  expect(states.flatMap((state) => getTakenSeats(state)).map(({ memberId }) => memberId)).toEqual(['cat']);
  // The other list has skipped her, until a job finds the booking and removes her.
  expect(states.flatMap(({ waitlist }) => waitlist)).toMatchObject([{ memberId: 'cat', isPassedOver: true }]);
  expect(countRemainingPasses(await club.wallet('cat'), now)).toBe(4);
  await club.expectSettled();
});

it.each([
  ['the class waited for', 1],
  ['the class booked', 2],
])(
  'keeps an overlapping entry when the studio moves %s onto the other, and goes on to the next for a free spot',
  async (_what, moved) => {
    const club = await openClub();
    await club.schedule(2, { time: '11:00' });
    await club.grant('cat', 2, { lotId: 'second-lot-of-cat' });
    await bookClass(club.start(), { classId: 2, memberId: 'cat', source: 'member' }, club.context());
    const other = await club.classState(moved === 1 ? 2 : 1);
    if (other.details === null) throw new Error('The class is not there');
    const { date, time } = other.details;
    await club.start().deciders.handle(classDecider, String(moved), club.context(), (state) => {
      if (state.details === null) throw new Error('The class is not there');
      return changeClass(state, { ...state.details, date, time, now });
    });
    await club.advance();
    expect((await club.classState(1)).waitlist.map(({ memberId }) => memberId)).toContain('cat');
    await club.cancel('ann');
    await club.advance();
    expect(await seated(club)).toEqual(['dan']);
    const skipped = club.log.events.findLast(({ type }) => type === 'WaitlistSkipped');
    expect(skipped?.data).toMatchObject({ memberId: 'cat', reason: 'overlap' });
    expect((await club.classState(1)).waitlist.map(({ memberId }) => memberId)).toContain('cat');
  },
);

it('books no member into a class that moved far before they confirm, and then keeps the order', async () => {
  const club = await openClub();
  const move = (date: string) =>
    club.start().deciders.handle(classDecider, '1', club.context(), (state) => {
      if (state.details === null) throw new Error('The class is not there');
      return changeClass(state, { ...state.details, date, now });
    });
  const confirm = async (memberId: string) => {
    const start = (await club.classState(1)).details?.startsAt ?? '';
    await confirmWaitlistPlace(club.start(), { classId: 1, memberId, startsAt: start }, club.context());
    await club.advance();
  };
  await move('2026-05-18');
  await club.cancel('ann');
  await club.advance();
  expect(await seated(club)).toEqual([]);
  await confirm('dan');
  expect(await seated(club)).toEqual(['dan']);
  await club.cancel('dan');
  await confirm('cat');
  expect(await seated(club)).toEqual(['cat']);
});

const members = ['ann', 'bea', 'cat', 'dan'] as const;
const anyMember = fc.constantFrom(...members);
type Act = (club: Club, at: Date, hooks: StoreHooks | undefined) => Promise<unknown>;
const acts: fc.Arbitrary<readonly [string, Act]> = fc.oneof(
  anyMember.map(
    (who) =>
      [
        `${who} books`,
        (club: Club, at: Date, using: StoreHooks | undefined) => club.book(who, at, using),
      ] as const,
  ),
  anyMember.map(
    (who) =>
      [
        `${who} cancels`,
        (club: Club, at: Date, using: StoreHooks | undefined) => club.cancel(who, at, using),
      ] as const,
  ),
  anyMember.map(
    (who) =>
      [
        `${who} joins`,
        (club: Club, at: Date, using: StoreHooks | undefined) => club.join(who, at, using),
      ] as const,
  ),
  anyMember.map(
    (who) =>
      [
        `${who} leaves`,
        (club: Club, at: Date, using: StoreHooks | undefined) =>
          leaveWaitlist(club.start(using), { classId: 1, memberId: who, reason: 'left' }, club.context(at)),
      ] as const,
  ),
  fc.constant([
    'the waitlist advances',
    (club: Club, at: Date, using: StoreHooks | undefined) => club.advance(at, using),
  ] as const),
);
const history = fc.array(
  fc.record({
    act: acts,
    passing: fc.constantFrom(0, 0, 0, 20, 45, 600),
    crash: fc.option(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom('before', 'after')), {
      nil: null,
      freq: 4,
    }),
    alone: fc.boolean(),
  }),
  { maxLength: 25 },
);

it('never exceeds capacity, books a member twice or books at night, over random days with crashes', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.constantFrom('14', '15'), async (steps, day) => {
      const club = new Club();
      await club.schedule(1, { capacity: 1 });
      for (const who of ['ann', 'cat', 'dan']) await club.grant(who, 2);
      let at = onDay(day, '09:00');
      const running: Promise<unknown>[] = [];
      for (const { act, passing, crash, alone } of steps) {
        at = new Date(Math.min(at.getTime() + passing * millisecondsInMinute, startsAt.getTime() - 1));
        const [, run] = act;
        const done = run(club, at, crash === null ? undefined : crashAtAppend(...crash)).catch(
          (error: unknown) => {
            if (!(error instanceof Crashed || error instanceof Refusal)) throw error;
          },
        );
        running.push(done);
        if (alone) await done;
      }
      await Promise.all(running);
      await club.sweep(at);
      await club.advance(at);
      const state = await club.classState(1);
      expect(getTakenSeats(state).length).toBeLessThanOrEqual(1);
      expect(new Set(getTakenSeats(state).map(({ memberId }) => memberId)).size).toBe(
        getTakenSeats(state).length,
      );
      for (const { memberId } of getTakenSeats(state))
        expect(state.waitlist.map((entry) => entry.memberId)).not.toContain(memberId);
      expect(getNextWaitlistStep(state, defaultRules, at).kind).toBe('wait');
      for (const event of club.log.events) {
        if (event.type === 'SeatBooked' && event.data.source === 'waitlist')
          expect(getWaitlistPhase(startsAt, defaultRules, new Date(event.data.at))).toBe('book');
      }
      for (const who of members)
        for (const lot of (await club.wallet(who)).lots.values()) {
          const places = [lot.available, lot.held, lot.used, lot.forfeited, lot.expired, lot.revoked];
          expect(places.reduce((sum, passes) => sum + passes, 0)).toBe(lot.granted);
          expect(lot.held).toBe(0);
        }
    }),
    { numRuns: 150 },
  );
});
