import { expect, test } from 'vitest';
import type { LeavingReason } from '#domain/class/events.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { projectAll } from '#projections/testing/naive-tables.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { waitlistProjection } from './project.ts';
import { waitlist, waitlistEvents } from './tables.ts';

const at = '2026-03-03T10:00:00.000Z';
const until = '2026-03-03T10:30:00.000Z';
const entry = { classId: 1, entryId: 5, memberId: 'm', at };
const joined: StudioEvent = { type: 'WaitlistJoined', data: entry };
const offered: StudioEvent = { type: 'SpotOffered', data: { ...entry, until } };
const left = (reason: LeavingReason): StudioEvent => ({ type: 'WaitlistLeft', data: { ...entry, reason } });

function after(...events: StudioEvent[]) {
  const recorder = new Recorder();
  return projectAll(
    waitlistProjection,
    events.map((event) => recorder.record('class-1', event)),
  );
}

test('shows a waiting member, an offer and its lapse', () => {
  expect(after(joined).only(waitlist)).toEqual({
    id: 5,
    user_id: 'm',
    class_id: 1,
    position: '0',
    offered_until: null,
    passed_over_revision: null,
    asked_joined_for: null,
    asked_revision: null,
    created_at: at,
    left_at: null,
    left_reason: null,
  });
  expect(after(joined, offered).only(waitlist)).toMatchObject({ offered_until: until });
  const lapsed = after(joined, offered, { type: 'OfferLapsed', data: entry });
  expect(lapsed.only(waitlist)).toMatchObject({ offered_until: null, passed_over_revision: '2' });
});

test('ends a withdrawn offer with its reason, and keeps a question until its answer', () => {
  const withdrawn: StudioEvent = { type: 'OfferWithdrawn', data: { ...entry, because: 'capacity' } };
  const tables = after(joined, offered, withdrawn);
  expect(tables.only(waitlist)).toMatchObject({ offered_until: null, passed_over_revision: null });
  expect(tables.rows(waitlistEvents).at(-1)).toMatchObject({ what: 'withdrawn', reason: 'capacity' });
  const asked: StudioEvent = { type: 'WaitlistAsked', data: { ...entry, joinedFor: until } };
  expect(after(joined, asked).only(waitlist)).toMatchObject({ asked_joined_for: until, asked_revision: '1' });
  for (const [because, reason] of [
    ['answered', null],
    ['moved_back', 'moved_back'],
  ] as const) {
    const answered = after(joined, asked, { type: 'WaitlistConfirmed', data: { ...entry, because } });
    expect(answered.only(waitlist)).toMatchObject({ asked_joined_for: null });
    expect(answered.rows(waitlistEvents).at(-1)).toMatchObject({ what: 'confirmed', reason });
  }
  expect(after(joined, asked, left('left')).only(waitlist)).toMatchObject({ asked_joined_for: null });
});

test('keeps a left entry with the reason and without an offer', () => {
  for (const [reason, what, because] of [
    ['left', 'left', null],
    ['overlap', 'left', 'overlap'],
    ['booked', 'booked', null],
    ['class_cancelled', 'class_cancelled', null],
  ] as const) {
    const tables = after(joined, offered, left(reason));
    expect(tables.only(waitlist)).toMatchObject({ offered_until: null, left_at: at, left_reason: reason });
    expect(tables.rows(waitlistEvents).at(-1)).toMatchObject({
      class_id: 1,
      revision: '2',
      member_id: 'm',
      what,
      reason: because,
    });
  }
});

test('stores an event for each member concerned and notifies pages of the class', () => {
  const skipped: StudioEvent = { type: 'WaitlistSkipped', data: { ...entry, reason: 'pass_expires' } };
  const tables = after(joined, skipped, {
    type: 'SpotAnnounced',
    data: { classId: 1, memberIds: ['m', 'n'], at },
  });
  expect(tables.rows(waitlistEvents).map(({ member_id: memberId, what }) => `${memberId} ${what}`)).toEqual([
    'm joined',
    'm skipped',
    'm announced',
    'n announced',
  ]);
  expect(tables.topics).toContainEqual({ kind: 'classes', classId: 1 });
});
