import { millisecondsInMinute } from 'date-fns/constants';
import { describe, expect, it } from 'vitest';
import { toLondonInstant } from '../london-time.ts';
import { defaultRules } from '../rules/rules.ts';
import { given } from '../testing/given.fixture.ts';
import {
  at,
  classChanged,
  classScheduled,
  memberId,
  now,
  otherId,
  seatBooked,
} from '../testing/histories.fixture.ts';
import { claimSeat } from './decide-seats.ts';
import { cancelClass } from './decide-timetable.ts';
import {
  countOpenSpots,
  getNextWaitlistStep,
  getWaitlistPlace,
  joinWaitlist,
  leaveWaitlist,
  recordWaitlistStep,
  skipWaitlistEntry,
} from './decide-waitlist.ts';
import { classDecider } from './decider.ts';
import type { ClassEvent } from './events.ts';

// Two seats, on Saturday 16 May at 09:30.
const third = '00000000-0000-4000-8000-000000000003';
const fourth = '00000000-0000-4000-8000-000000000004';
const full = [classScheduled(), seatBooked(1, memberId), seatBooked(2, otherId)];
const joined = (entryId: number, member: string): ClassEvent => ({
  type: 'WaitlistJoined',
  data: { classId: 7, entryId, memberId: member, at },
});
const released = (bookingId: number, member: string): ClassEvent => ({
  type: 'SeatReleased',
  data: {
    classId: 7,
    bookingId,
    memberId: member,
    lotId: 'lot-a',
    reason: 'cancelled',
    returnsPass: true,
    at,
  },
});
const freed = released(1, memberId);
const waiting = [...full, joined(1, third), joined(2, fourth)];
const onDay = (day: string, time: string) => toLondonInstant(`2026-05-${day}`, time);
/** Friday evening: fifteen hours before. */
const friday = onDay('15', '18:00');
const offered = (entryId: number, member: string, made = friday): ClassEvent => ({
  type: 'SpotOffered',
  data: {
    classId: 7,
    entryId,
    memberId: member,
    until: new Date(made.getTime() + 30 * millisecondsInMinute).toISOString(),
    rulesVersion: 0,
    at: made.toISOString(),
  },
});
const moveOf = (when: Date, ...history: ClassEvent[]) =>
  getNextWaitlistStep(given(classDecider, ...history).state, defaultRules, when);

describe('joinWaitlist', () => {
  const whenJoined = (member: string, when: Date, ...history: ClassEvent[]) =>
    given(classDecider, ...history).when((state) =>
      joinWaitlist(state, { entryId: 9, memberId: member, now: when }, defaultRules),
    );

  it('adds the member to the end', () => {
    const state = whenJoined(third, now, ...full).gives(joined(9, third));
    expect([getWaitlistPlace(state, third), getWaitlistPlace(state, fourth)]).toEqual([1, null]);
    expect(getWaitlistPlace(given(classDecider, ...waiting).state, fourth)).toBe(2);
  });

  it('adds a member once, and refuses with a seat, with open spots, and for a class that is past, cancelled or unknown', () => {
    whenJoined(third, now, ...waiting).gives();
    whenJoined(memberId, now, ...full).refuses('ALREADY_BOOKED');
    whenJoined(third, now, classScheduled(), seatBooked(1)).refuses(
      'CLASS_NOT_FULL',
      {},
      { rulesVersion: 0 },
    );
    whenJoined(third, onDay('16', '09:30'), ...full).refuses('CLASS_PAST');
    whenJoined(third, now, ...full, { type: 'ClassCancelled', data: { classId: 7, at } }).refuses(
      'CLASS_CANCELLED',
    );
    whenJoined(third, now).refuses('CLASS_NOT_FOUND');
    whenJoined(third, now, classScheduled(), { type: 'ClassMarkedFull', data: { classId: 7, at } }).gives(
      joined(9, third),
    );
  });

  it('adds a member behind those for whom the free spot is reserved', () => {
    whenJoined('newcomer', now, ...waiting, freed).gives(joined(9, 'newcomer'));
  });
});

describe('getNextWaitlistStep', () => {
  it('waits while the class is full or marked full, or the waitlist is empty', () => {
    expect(moveOf(now, ...waiting)).toEqual({ kind: 'wait', until: null });
    expect(moveOf(now, ...full, freed)).toEqual({ kind: 'wait', until: null });
    expect(
      moveOf(now, ...waiting, freed, { type: 'ClassMarkedFull', data: { classId: 7, at } }),
    ).toMatchObject({ kind: 'wait' });
  });

  it('books the first entry for a spot that became free in any way', () => {
    const book = {
      kind: 'book',
      entry: { entryId: 1, memberId: third, isPassedOver: false, isAsked: false },
    };
    expect(moveOf(now, ...waiting, freed)).toEqual(book);
    expect(moveOf(now, ...waiting, classChanged({ capacity: 3 }, false))).toEqual(book);
  });

  it('offers the spot from 26 hours before, for half an hour, to one entry after another', () => {
    expect(moveOf(friday, ...waiting, freed)).toMatchObject({
      kind: 'offer',
      entry: { memberId: third },
      until: onDay('15', '18:30'),
    });
    const open = [...waiting, freed, offered(1, third)];
    expect(moveOf(onDay('15', '18:30'), ...open)).toEqual({
      kind: 'wait',
      until: new Date(onDay('15', '18:30').getTime() + 1),
    });
    expect(moveOf(onDay('15', '18:31'), ...open)).toMatchObject({ kind: 'lapse', offer: { entryId: 1 } });
    const lapsed: ClassEvent = {
      type: 'OfferLapsed',
      data: { classId: 7, entryId: 1, memberId: third, at },
    };
    expect(moveOf(onDay('15', '18:31'), ...open, lapsed)).toMatchObject({
      kind: 'offer',
      entry: { memberId: fourth },
    });
  });

  it('announces the spot to everyone less than two hours before, once per spot', () => {
    const late = onDay('16', '07:45');
    expect(moveOf(late, ...waiting, freed)).toEqual({ kind: 'announce', memberIds: [third, fourth] });
    const announced: ClassEvent = {
      type: 'SpotAnnounced',
      data: { classId: 7, memberIds: [third, fourth], rulesVersion: 0, at },
    };
    expect(moveOf(late, ...waiting, freed, announced)).toMatchObject({ kind: 'wait' });
    expect(moveOf(late, ...waiting, freed, announced, released(2, otherId))).toMatchObject({
      kind: 'announce',
    });
  });

  it('pauses at night until seven', () => {
    expect(
      moveOf(onDay('15', '22:00'), classScheduled({ time: '18:00' }), ...waiting.slice(1), freed),
    ).toMatchObject({
      kind: 'wait',
      until: onDay('16', '07:00'),
    });
  });

  it('passes over an entry without a pass until another spot is free', () => {
    const { state } = given(classDecider, ...waiting, freed);
    const [entry] = state.waitlist;
    if (entry === undefined) throw new Error('No one waits');
    const skipped: ClassEvent = {
      type: 'WaitlistSkipped',
      data: { classId: 7, entryId: 1, memberId: third, reason: 'no_pass', rulesVersion: 0, at },
    };
    const after = given(classDecider, ...waiting, freed)
      .when((current) => skipWaitlistEntry(current, { entry, reason: 'no_pass', now }, defaultRules))
      .gives(skipped);
    expect(getNextWaitlistStep(after, defaultRules, now)).toMatchObject({
      kind: 'book',
      entry: { memberId: fourth },
    });
    given(classDecider, ...waiting, freed, skipped)
      .when((current) => skipWaitlistEntry(current, { entry, reason: 'no_pass', now }, defaultRules))
      .gives();
    expect(moveOf(now, ...waiting, freed, skipped, released(2, otherId))).toMatchObject({
      kind: 'book',
      entry: { memberId: third },
    });
  });
});

describe('a spot that is reserved for the waitlist', () => {
  const lotExpiresAt = toLondonInstant('2026-07-12', '23:59').toISOString();
  const claim = (member: string, source: 'member' | 'staff' | 'waitlist', when = now) => ({
    bookingId: 30,
    memberId: member,
    lotId: 'lot-x',
    lotExpiresAt,
    source,
    hasPriority: true,
    now: when,
  });
  const whenClaimed = (
    ...[member, source, when, ...history]: [string, 'member' | 'staff' | 'waitlist', Date, ...ClassEvent[]]
  ) =>
    given(classDecider, ...history).when((state) =>
      claimSeat(state, claim(member, source, when), defaultRules),
    );

  it('cannot be booked by others, not even by the second entry', () => {
    whenClaimed('newcomer', 'member', now, ...waiting, freed).refuses(
      'SPOT_OFFERED',
      {},
      { rulesVersion: 0 },
    );
    whenClaimed(fourth, 'waitlist', now, ...waiting, freed).refuses('SPOT_OFFERED');
    whenClaimed('newcomer', 'member', friday, ...waiting, freed, offered(1, third)).refuses('SPOT_OFFERED');
    whenClaimed('newcomer', 'staff', friday, ...waiting, freed, offered(1, third)).refuses('SPOT_OFFERED');
    whenClaimed('newcomer', 'member', now, ...waiting).refuses('CLASS_FULL');
  });

  it('is booked for the first entry, which then leaves the waitlist', () => {
    const left: ClassEvent = {
      type: 'WaitlistLeft',
      data: { classId: 7, entryId: 1, memberId: third, reason: 'booked', at },
    };
    const state = given(classDecider, ...waiting, freed)
      .when((current) => claimSeat(current, claim(third, 'waitlist'), defaultRules).slice(1))
      .gives(left);
    expect(getWaitlistPlace(state, fourth)).toBe(1);
  });

  it('can be booked by the member with the offer up to the end of the offer', () => {
    const history = [...waiting, freed, offered(1, third)];
    const until = onDay('15', '18:30');
    const claimed = claimSeat(
      given(classDecider, ...history).state,
      claim(third, 'member', until),
      defaultRules,
    );
    expect(claimed.map(({ type }) => type)).toEqual(['SeatBooked', 'WaitlistLeft']);
    whenClaimed(third, 'member', new Date(until.getTime() + 1), ...history).refuses('SPOT_OFFERED');
  });

  it('is open to all once every entry was passed over, or it is too late for offers', () => {
    const skip = (entryId: number, member: string): ClassEvent => ({
      type: 'WaitlistSkipped',
      data: { classId: 7, entryId, memberId: member, reason: 'no_pass', rulesVersion: 0, at },
    });
    const history = [...waiting, freed, skip(1, third), skip(2, fourth)];
    expect(countOpenSpots(given(classDecider, ...history).state, defaultRules, now)).toBe(1);
    const late = onDay('16', '08:00');
    expect(countOpenSpots(given(classDecider, ...waiting, freed).state, defaultRules, late)).toBe(1);
    expect(countOpenSpots(given(classDecider, ...waiting, freed).state, defaultRules, now)).toBe(0);
  });
});

it('offers a declined spot to the next entry', () => {
  const state = given(classDecider, ...waiting, freed, offered(1, third))
    .when((current) => leaveWaitlist(current, { memberId: third, reason: 'left', now: friday }))
    .gives({
      type: 'WaitlistLeft',
      data: { classId: 7, entryId: 1, memberId: third, reason: 'left', at: friday.toISOString() },
    });
  expect(getNextWaitlistStep(state, defaultRules, friday)).toMatchObject({
    kind: 'offer',
    entry: { memberId: fourth },
  });
});

it('appends nothing for a step that was decided on an outdated waitlist', () => {
  const move = moveOf(friday, ...waiting, freed);
  if (move.kind !== 'offer') throw new Error('Not an offer');
  given(classDecider, ...waiting, freed, offered(1, third))
    .when((state) => recordWaitlistStep(state, { step: move, now: friday }, defaultRules))
    .gives();
});

it('removes every entry when the class is cancelled', () => {
  const { state } = given(classDecider, ...waiting);
  const left = cancelClass(state, { now }).filter(({ type }) => type === 'WaitlistLeft');
  expect(left).toHaveLength(2);
});
