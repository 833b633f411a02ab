import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Change } from '#projections/catch-up/changes.ts';
import { type LiveChange, liveTopics } from '#services/contract/live.ts';
import { ChangeNotifier } from './change-notifier.ts';

interface Sent {
  readonly change: LiveChange;
  readonly to: string;
}

let sent: Sent[];
const createNotifier = (pages: number) =>
  new ChangeNotifier({
    count: pages,
    send: (change, memberId) => {
      sent.push({ change, to: memberId === null ? 'admins' : (memberId ?? 'all') });
    },
  });
const classesOn = (...dates: string[]): Change => ({ kind: 'classes', dates });
const monday = '2026-05-11';
const tuesday = '2026-05-12';

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('sends the first public change immediately and merges those of the following pause', () => {
  const notifier = createNotifier(1_000);
  notifier.notify([classesOn(monday)]);
  expect(sent).toEqual([{ change: { topics: ['classes'], dates: [monday] }, to: 'all' }]);
  notifier.notify([classesOn(tuesday), { kind: 'catalogue' }]);
  notifier.notify([classesOn(monday)]);
  vi.advanceTimersByTime(1_999);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent.slice(1)).toEqual([
    { change: { topics: ['classes', 'catalogue'], dates: [monday, tuesday] }, to: 'all' },
  ]);
  vi.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(2);
  // The pause is over, so the next change is sent immediately again.
  notifier.notify([{ kind: 'instructors' }]);
  expect(sent).toHaveLength(3);
});

it('pauses at most five seconds, however many pages are open', () => {
  const notifier = createNotifier(1_000_000);
  notifier.notify([{ kind: 'catalogue' }]);
  notifier.notify([{ kind: 'instructors' }]);
  vi.advanceTimersByTime(5_000);
  expect(sent).toHaveLength(2);
});

it('names no days when a class of any day may have changed', () => {
  const notifier = createNotifier(1);
  notifier.notify([classesOn(monday), { kind: 'classes', dates: null }, classesOn(tuesday)]);
  expect(sent).toEqual([{ change: { topics: ['classes'] }, to: 'all' }]);
});

it('sends a member’s own changes immediately to that member and their id to admins, also during a pause', () => {
  const notifier = createNotifier(1_000);
  notifier.notify([classesOn(monday)]);
  notifier.notify([
    classesOn(monday),
    { kind: 'member', memberId: 'ann', what: 'wallet' },
    { kind: 'member', memberId: 'ann', what: 'bookings' },
  ]);
  expect(sent.slice(1)).toEqual([
    { change: { topics: ['wallet', 'bookings'] }, to: 'ann' },
    { change: { topics: ['people'], memberIds: ['ann'] }, to: 'admins' },
  ]);
});

it('sends every topic immediately when changes may have been missed', () => {
  const notifier = createNotifier(1_000);
  notifier.notify([classesOn(monday)]);
  notifier.notify([{ kind: 'everything' }]);
  expect(sent.at(-1)?.change.topics).toEqual([...liveTopics]);
});

it('sends nothing after it is closed', () => {
  const notifier = createNotifier(1_000);
  notifier.notify([classesOn(monday)]);
  notifier.notify([classesOn(tuesday)]);
  notifier.close();
  vi.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(1);
});
