import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Change } from '#projections/waiting/changes.ts';
import type { LiveChange } from '#services/contract/live.ts';
import { ChangeNotifier } from './change-notifier.ts';

interface Told {
  readonly change: LiveChange;
  readonly to: string;
}

let told: Told[];
const newsFor = (pages: number) =>
  new ChangeNotifier({
    count: pages,
    tell: (change, memberId) => {
      told.push({ change, to: memberId ?? 'all' });
    },
  });
const classesOn = (...dates: string[]): Change => ({ kind: 'classes', dates });
const monday = '2026-05-11';
const tuesday = '2026-05-12';

beforeEach(() => {
  told = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells everyone at once, and what follows soon after that together', () => {
  const news = newsFor(1_000);
  news.tell([classesOn(monday)]);
  expect(told).toEqual([{ change: { topics: ['classes'], dates: [monday] }, to: 'all' }]);
  news.tell([classesOn(tuesday), { kind: 'catalogue' }]);
  news.tell([classesOn(monday)]);
  vi.advanceTimersByTime(1_999);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(told.slice(1)).toEqual([
    { change: { topics: ['classes', 'catalogue'], dates: [monday, tuesday] }, to: 'all' },
  ]);
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(2);
  // Rested since, so the next is told at once again.
  news.tell([{ kind: 'instructors' }]);
  expect(told).toHaveLength(3);
});

it('leaves nobody waiting longer than five seconds, however many pages are open', () => {
  const news = newsFor(1_000_000);
  news.tell([{ kind: 'catalogue' }]);
  news.tell([{ kind: 'instructors' }]);
  vi.advanceTimersByTime(5_000);
  expect(told).toHaveLength(2);
});

it('names no days when a class of any day may have changed', () => {
  const news = newsFor(1);
  news.tell([classesOn(monday), { kind: 'classes', dates: null }, classesOn(tuesday)]);
  expect(told).toEqual([{ change: { topics: ['classes'] }, to: 'all' }]);
});

it('tells a member of what is theirs alone at once, also while everyone rests', () => {
  const news = newsFor(1_000);
  news.tell([classesOn(monday)]);
  news.tell([
    classesOn(monday),
    { kind: 'member', memberId: 'ann', what: 'wallet' },
    { kind: 'member', memberId: 'ann', what: 'bookings' },
  ]);
  expect(told.slice(1)).toEqual([{ change: { topics: ['wallet', 'bookings'] }, to: 'ann' }]);
});

it('tells of everything at once when notices may have been missed', () => {
  const news = newsFor(1_000);
  news.tell([classesOn(monday)]);
  news.tell([{ kind: 'everything' }]);
  expect(told.at(-1)?.change.topics).toHaveLength(6);
});

it('tells nothing once it is closed', () => {
  const news = newsFor(1_000);
  news.tell([classesOn(monday)]);
  news.tell([classesOn(tuesday)]);
  news.close();
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(1);
});
