import { millisecondsInHour } from 'date-fns/constants';
import { describe, expect, it } from 'vitest';
import type { ClassEvent, LeavingReason, ReleaseReason, SeatSource } from '#domain/class/events.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import { reactors } from './all.ts';
import { reactTo } from './run-reactors.ts';

const at = '2026-05-12T09:00:00.000Z';
const id = '00000000-0000-5000-8000-000000000001';
const later = (hours: number) => new Date(Date.parse(at) + hours * millisecondsInHour);
const recorded = (event: StudioEvent): RecordedEvent<StudioEvent> => ({
  ...event,
  id,
  stream: 'class-7',
  revision: 4n,
  position: 1n,
  metadata: { commandId: 'c', actor: { kind: 'system', name: 'test' } },
});
const jobsFor = (event: ClassEvent, now = later(0)) =>
  reactTo(reactors, [recorded(event)], now).map(({ definition, payload, key }) => ({
    name: definition.name,
    payload,
    key,
  }));
const namesFor = (event: ClassEvent, now?: Date) => jobsFor(event, now).map(({ name }) => name);

const entry = { classId: 7, entryId: 3, memberId: 'm', at };
const details = {
  level: 'beginner',
  date: '2026-05-16',
  time: '09:30',
  startsAt: '2026-05-16T08:30:00.000Z',
  durationMinutes: 50,
  capacity: 7,
  instructorId: 1,
};
const seat = { classId: 7, bookingId: 12, memberId: 'm', lotId: 'l', at };
const released = (reason: ReleaseReason): ClassEvent => ({
  type: 'SeatReleased',
  data: { ...seat, reason, returnsPass: true },
});
const left = (reason: LeavingReason): ClassEvent => ({ type: 'WaitlistLeft', data: { ...entry, reason } });
const booked = (source: SeatSource): ClassEvent => ({
  type: 'SeatBooked',
  data: { ...seat, source, freeUntil: '2026-05-15T08:30:00.000Z' },
});
const changed: ClassEvent = {
  type: 'ClassChanged',
  data: { classId: 7, freesCancellation: false, ...details, at },
};
const offered: ClassEvent = { type: 'SpotOffered', data: { ...entry, until: '2026-05-12T09:30:00.000Z' } };
const withdrawn: ClassEvent = { type: 'OfferWithdrawn', data: { ...entry, because: 'marked_full' } };
const asked: ClassEvent = { type: 'WaitlistAsked', data: { ...entry, joinedFor: details.startsAt } };
const lapsed: ClassEvent = { type: 'OfferLapsed', data: entry };

describe('the waitlist of a class', () => {
  it('advances whenever a spot may be free, however old the event', () => {
    const opening: ClassEvent[] = [
      released('cancelled'),
      released('late_cancelled'),
      released('removed'),
      changed,
      { type: 'ClassReopened', data: { classId: 7, at } },
      lapsed,
      left('left'),
      left('overlap'),
      { type: 'WaitlistJoined', data: entry },
      { type: 'WaitlistConfirmed', data: { ...entry, because: 'answered' } },
    ];
    for (const event of opening) {
      const job = { name: 'advance-waitlist', payload: { classId: 7 }, key: id };
      expect([event.type, jobsFor(event, later(1_000))]).toEqual([event.type, expect.arrayContaining([job])]);
    }
  });

  it('does not advance after events that free no spot', () => {
    const others: ClassEvent[] = [
      released('class_cancelled'),
      left('class_cancelled'),
      booked('member'),
      offered,
      withdrawn,
      asked,
      { type: 'ClassMarkedFull', data: { classId: 7, at } },
      { type: 'SpotAnnounced', data: { classId: 7, memberIds: ['m'], at } },
    ];
    for (const event of others) expect(namesFor(event)).not.toContain('advance-waitlist');
  });

  it('loses members who are booked in an overlapping class, in either order of events', () => {
    const name = 'leave-overlapping-waitlists';
    expect(jobsFor(booked('staff'))).toContainEqual({
      name,
      payload: { memberId: 'm', since: { bookingId: 12 } },
      key: id,
    });
    expect(jobsFor({ type: 'WaitlistJoined', data: entry })).toContainEqual({
      name,
      payload: { memberId: 'm', since: { classId: 7, revision: 4 } },
      key: id,
    });
  });
});

describe('waitlist notices', () => {
  const notes = (event: ClassEvent, now?: Date) =>
    jobsFor(event, now).filter(({ name }) => name === 'send-waitlist-notice');
  const note = (notice: object, memberId = 'm') => ({
    name: 'send-waitlist-notice',
    payload: { eventId: id, revision: 4, classId: 7, memberId, notice },
    key: `${id}-${memberId}`,
  });

  it('replace the confirmation of a booking from the waitlist', () => {
    expect(notes(booked('waitlist'))).toEqual([note({ what: 'booked', bookingId: 12 })]);
    expect(namesFor(booked('waitlist'))).not.toContain('send-booking-confirmation');
    expect(notes(booked('member'))).toEqual([]);
    expect(namesFor(booked('member'))).toContain('send-booking-confirmation');
  });

  it('cover an offer, its end, a question after a move, an announcement to each member, and a cancelled class', () => {
    expect(notes(offered)).toEqual([note({ what: 'offered', until: '2026-05-12T09:30:00.000Z' })]);
    expect(notes(lapsed)).toEqual([note({ what: 'lapsed' })]);
    expect(notes(withdrawn)).toEqual([note({ what: 'withdrawn', because: 'marked_full' })]);
    expect(notes(asked)).toEqual([note({ what: 'asked', joinedFor: details.startsAt })]);
    const announced: ClassEvent = { type: 'SpotAnnounced', data: { classId: 7, memberIds: ['m', 'n'], at } };
    expect(notes(announced)).toEqual([note({ what: 'announced' }), note({ what: 'announced' }, 'n')]);
    expect(notes(left('class_cancelled'))).toEqual([note({ what: 'class-cancelled' })]);
    expect(notes(left('left'))).toEqual([]);
    expect(notes(offered, later(25))).toEqual([]);
  });
});

it('booked members are notified of a changed class, unless the event is older than a day', () => {
  const payload = { eventId: id, revision: 4, classId: 7, at };
  expect(jobsFor(changed)).toContainEqual({ name: 'send-class-changed', payload, key: id });
  expect(namesFor(changed, later(25))).not.toContain('send-class-changed');
});
