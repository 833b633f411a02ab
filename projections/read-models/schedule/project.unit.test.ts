import { expect, test } from 'vitest';
import type { StudioEvent } from '#domain/registry.ts';
import { projectAll } from '#projections/testing/naive-tables.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { schedule } from './project.ts';
import { classVersions, scheduleClasses } from './tables.ts';

const at = '2026-03-03T10:00:00.000Z';

function afterEvents(...more: StudioEvent[]) {
  const recorder = new Recorder();
  const events = new StudioHistory(recorder).scheduledClass(1);
  events.push(...more.map((event) => recorder.record('class-1', event)));
  return projectAll(schedule, events);
}

test('counts the booked seats of a class', () => {
  const history = new StudioHistory();
  const events = [...history.scheduledClass(1), ...history.member('m'), ...history.member('n')];
  events.push(...history.booking('m', 1), ...history.booking('n', 1, 'cancelled'));
  expect(projectAll(schedule, events).only(scheduleClasses)).toMatchObject({
    id: 1,
    name: 'beginner',
    date: '2026-03-09',
    booked_count: 1,
    max_capacity: 7,
  });
});

test('shows a class as full, reopened or cancelled', () => {
  const full: StudioEvent = { type: 'ClassMarkedFull', data: { classId: 1, at } };
  const open: StudioEvent = { type: 'ClassReopened', data: { classId: 1, at } };
  const off: StudioEvent = { type: 'ClassCancelled', data: { classId: 1, at } };
  expect(afterEvents(full).only(scheduleClasses)).toMatchObject({ is_marked_full: true, updated_at: at });
  expect(afterEvents(full, open).only(scheduleClasses).is_marked_full).toBe(false);
  expect(afterEvents(off).only(scheduleClasses).is_cancelled).toBe(true);
});

test('a moved class stores the revision and reports any day as changed', () => {
  const details = {
    level: 'advanced',
    date: '2026-03-11',
    time: '18:00',
    startsAt: '2026-03-11T18:00:00.000Z',
    durationMinutes: 45,
    capacity: 5,
    instructorId: 2,
  };
  const moved = (freesCancellation: boolean): StudioEvent => ({
    type: 'ClassChanged',
    data: { classId: 1, freesCancellation, ...details, at },
  });
  const tables = afterEvents(moved(true), moved(false));
  expect(tables.only(scheduleClasses)).toMatchObject({
    name: 'advanced',
    date: '2026-03-11',
    duration: 45,
    freed_revision: '1',
  });
  expect(tables.topics.at(-1)).toEqual({ kind: 'classes', classId: null });
  expect(tables.rows(classVersions).map(({ revision, level }) => `${revision} ${level}`)).toEqual([
    '0 beginner',
    '1 advanced',
    '2 advanced',
  ]);
});

test('counts waiting members, and stores when a spot opened and was announced', () => {
  const entry = (entryId: number) => ({ classId: 1, entryId, memberId: `m${entryId}`, at });
  const joined = (entryId: number): StudioEvent => ({ type: 'WaitlistJoined', data: entry(entryId) });
  const left: StudioEvent = { type: 'WaitlistLeft', data: { ...entry(1), reason: 'left' } };
  const reopened: StudioEvent = { type: 'ClassReopened', data: { classId: 1, at } };
  const announced: StudioEvent = { type: 'SpotAnnounced', data: { classId: 1, memberIds: ['m2'], at } };
  expect(afterEvents(joined(1), joined(2), left).only(scheduleClasses)).toMatchObject({
    waitlist_count: 1,
    opened_revision: null,
    announced_revision: null,
  });
  expect(afterEvents(joined(1), reopened, announced).only(scheduleClasses)).toMatchObject({
    waitlist_count: 1,
    opened_revision: '2',
    announced_revision: '3',
  });
});
