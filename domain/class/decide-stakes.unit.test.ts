import { describe, expect, it } from 'vitest';
import { toLondonInstant } from '../london-time.ts';
import { defaultRules } from '../rules/rules.ts';
import { given } from '../testing/given.fixture.ts';
import {
  at,
  classPlan,
  classScheduled,
  memberId,
  now,
  otherId,
  seatBooked,
} from '../testing/histories.fixture.ts';
import { confirmWaitlistPlace } from './decide-stakes.ts';
import { changeClass, markClassFull } from './decide-timetable.ts';
import { getNextWaitlistStep } from './decide-waitlist.ts';
import { classDecider } from './decider.ts';
import type { ClassEvent, ConfirmationReason, WithdrawalReason } from './events.ts';
import type { ClassState } from './state.ts';

// Three seats on Saturday 16 May at 09:30; two are booked.
const third = '00000000-0000-4000-8000-000000000003';
const fourth = '00000000-0000-4000-8000-000000000004';
const startsAt = (time: string, date = classPlan.date) => toLondonInstant(date, time).toISOString();
const entry = (entryId: number, member: string) => ({ classId: 7, entryId, memberId: member, at });
const joined = (entryId: number, member: string): ClassEvent => ({
  type: 'WaitlistJoined',
  data: entry(entryId, member),
});
const offered = (entryId: number, member: string): ClassEvent => ({
  type: 'SpotOffered',
  data: { ...entry(entryId, member), until: startsAt('18:00', '2026-05-15') },
});
const withdrawn = (entryId: number, member: string, because: WithdrawalReason): ClassEvent => ({
  type: 'OfferWithdrawn',
  data: { ...entry(entryId, member), because },
});
const asked = (entryId: number, member: string, joinedFor = startsAt('09:30')): ClassEvent => ({
  type: 'WaitlistAsked',
  data: { ...entry(entryId, member), joinedFor },
});
const confirmed = (entryId: number, member: string, because: ConfirmationReason): ClassEvent => ({
  type: 'WaitlistConfirmed',
  data: { ...entry(entryId, member), because },
});
const waiting = [
  classScheduled({ capacity: 4 }),
  seatBooked(1, memberId),
  seatBooked(2, otherId),
  joined(1, third),
  joined(2, fourth),
];
const bothOffered = [...waiting, offered(1, third), offered(2, fourth)];
const stateAfter = (history: readonly ClassEvent[]) => given(classDecider, ...history).state;

/** Expects these events after the change itself, and returns the state after all. */
function change(
  state: ClassState,
  changes: Partial<typeof classPlan>,
  ...expected: ClassEvent[]
): ClassState {
  const events = changeClass(state, { ...classPlan, capacity: 4, ...changes, now });
  expect(events[0]?.type).toBe('ClassChanged');
  expect(events.slice(1)).toEqual(expected);
  return events.reduce(classDecider.evolve, state);
}

describe('an offer', () => {
  const both = (because: WithdrawalReason) => [withdrawn(1, third, because), withdrawn(2, fourth, because)];

  it('is withdrawn when fewer places leave no spot for it, the latest first', () => {
    const state = change(stateAfter(bothOffered), { capacity: 3 }, withdrawn(2, fourth, 'capacity'));
    expect(state.offers).toMatchObject([{ memberId: third }]);
    expect(state.waitlist.map((each) => each.memberId)).toEqual([third, fourth]);
    change(stateAfter(bothOffered), { capacity: 1 }, ...both('capacity'));
  });

  it('is withdrawn when the class is marked full or moves by any time', () => {
    given(classDecider, ...bothOffered)
      .when((state) => markClassFull(state, { isMarkedFull: true, now }))
      .gives({ type: 'ClassMarkedFull', data: { classId: 7, at } }, ...both('marked_full'));
    change(stateAfter(bothOffered), { time: '09:35' }, ...both('moved'));
  });

  it('stays when the level, the instructor or the length changes, or places are added', () => {
    change(stateAfter(bothOffered), { level: 'advanced', instructorId: 4, durationMinutes: 40 });
    change(stateAfter(bothOffered), { capacity: 5 });
  });

  it('that has lapsed is left to the waitlist’s next step', () => {
    const late = toLondonInstant('2026-05-15', '18:01');
    given(classDecider, ...bothOffered)
      .when((state) => markClassFull(state, { isMarkedFull: true, now: late }).slice(1))
      .gives();
  });

  it('is made again to the same member when the spot comes back', () => {
    const friday = toLondonInstant('2026-05-15', '12:00');
    const again = { kind: 'offer', entry: { memberId: third } };
    const marking: ClassEvent = { type: 'ClassMarkedFull', data: { classId: 7, at } };
    const full = [...waiting, offered(1, third), marking, withdrawn(1, third, 'marked_full')];
    expect(getNextWaitlistStep(stateAfter(full), defaultRules, friday).kind).toBe('wait');
    const reopened: ClassEvent = { type: 'ClassReopened', data: { classId: 7, at } };
    expect(getNextWaitlistStep(stateAfter([...full, reopened]), defaultRules, friday)).toMatchObject(again);
    const small = change(
      stateAfter([...waiting, offered(1, third)]),
      { capacity: 2 },
      withdrawn(1, third, 'capacity'),
    );
    expect(getNextWaitlistStep(change(small, { capacity: 3 }), defaultRules, friday)).toMatchObject(again);
  });
});

describe('a waiting member', () => {
  const far = [asked(1, third), asked(2, fourth)];
  const start = stateAfter(waiting);

  it('is asked when the class moves to another day or by more than two hours', () => {
    change(start, { time: '11:31' }, ...far);
    change(start, { time: '07:29' }, ...far);
    change(start, { date: '2026-05-17' }, ...far);
    change(start, { time: '11:30' });
    change(start, { time: '07:30' });
  });

  it('is asked about the sum of several moves, and again after another move', () => {
    const near = change(start, { time: '11:00' });
    const moved = change(near, { time: '12:30' }, ...far);
    change(moved, { time: '13:00' }, ...far);
  });

  it('who was skipped, or notified of a free spot with everyone, is considered again at the new time', () => {
    const skipped: ClassEvent = {
      type: 'WaitlistSkipped',
      data: { ...entry(1, third), reason: 'pass_expires' },
    };
    const announced: ClassEvent = { type: 'SpotAnnounced', data: { classId: 7, memberIds: [fourth], at } };
    const state = change(stateAfter([...waiting, skipped, announced]), { time: '10:00' });
    expect(getNextWaitlistStep(state, defaultRules, now)).toMatchObject({
      kind: 'book',
      entry: { memberId: third },
    });
    expect(getNextWaitlistStep(state, defaultRules, toLondonInstant(classPlan.date, '08:30')).kind).toBe(
      'announce',
    );
  });

  it('is not asked about a class that has begun', () => {
    change(start, { date: '2026-05-12', time: '10:00' });
  });

  it('gets no spot before they confirm, while others may', () => {
    const first = stateAfter([...waiting, asked(1, third)]);
    expect(getNextWaitlistStep(first, defaultRules, now)).toMatchObject({
      kind: 'book',
      entry: { memberId: fourth },
    });
    const moved = [...waiting, ...far];
    expect(getNextWaitlistStep(stateAfter(moved), defaultRules, now).kind).toBe('wait');
    const answered = stateAfter([...moved, confirmed(1, third, 'answered')]);
    expect(getNextWaitlistStep(answered, defaultRules, now)).toMatchObject({
      kind: 'book',
      entry: { memberId: third },
    });
  });

  it('is no longer asked once the class is back near the agreed time', () => {
    const moved = change(start, { date: '2026-05-17' }, ...far);
    const back = [confirmed(1, third, 'moved_back'), confirmed(2, fourth, 'moved_back')];
    change(moved, { time: '10:00' }, ...back);
  });

  it('measures the next move from the time that a member has confirmed', () => {
    const moved = change(start, { time: '14:00' }, ...far);
    const yes = confirmWaitlistPlace(moved, { memberId: third, startsAt: startsAt('14:00'), now });
    const state = yes.reduce(classDecider.evolve, moved);
    change(state, { time: '15:30' }, asked(2, fourth));
    change(state, { time: '09:30' }, asked(1, third, startsAt('14:00')), confirmed(2, fourth, 'moved_back'));
  });

  describe('who is asked', () => {
    const confirm = (history: readonly ClassEvent[], member: string, start: string, when = now) =>
      given(classDecider, ...history).when((state) =>
        confirmWaitlistPlace(state, { memberId: member, startsAt: start, now: when }),
      );

    it('keeps the place with an answer, given once', () => {
      confirm([...waiting, ...far], third, startsAt('09:30')).gives(confirmed(1, third, 'answered'));
      confirm([...waiting, ...far, confirmed(1, third, 'answered')], third, startsAt('09:30')).gives();
    });

    it('cannot answer for a time that is not the class’s any more, nor after leaving, cancellation or the start', () => {
      const history = [...waiting, ...far];
      confirm(history, third, startsAt('09:35')).refuses('CHANGED_SINCE');
      confirm(history, memberId, startsAt('09:30')).refuses('NOT_ON_WAITLIST');
      confirm([], third, startsAt('09:30')).refuses('CLASS_NOT_FOUND');
      confirm(history, third, startsAt('09:30'), new Date(startsAt('09:30'))).refuses('CLASS_PAST');
      confirm(
        [...history, { type: 'ClassCancelled', data: { classId: 7, at } }],
        third,
        startsAt('09:30'),
      ).refuses('CLASS_CANCELLED');
    });
  });
});
