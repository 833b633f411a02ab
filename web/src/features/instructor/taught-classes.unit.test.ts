import { expect, it } from 'vitest';
import type { TaughtClass } from '#services/contract/instructor.ts';
import {
  chooseInstructor,
  findClassToOpen,
  findNextClass,
  groupByDay,
  listInstructors,
  splitNearest,
} from './taught-classes.ts';

const today = '2026-05-12';
const createClass = (id: number, date: string, instructorName: string): TaughtClass => ({
  ...{ id, date, instructorName, time: '09:30', startsAt: `${date}T08:30:00.000Z`, duration: 50 },
  ...{ name: 'beginner', maxCapacity: 7, bookedCount: 0, isMarkedFull: false, instructorId: 1 },
  instructor: { id: 1, name: instructorName },
  bookings: [],
});
/** The newest first, as in the server's answer. */
const classes = [
  createClass(5, '2026-05-14', 'Zoe Quay'),
  createClass(4, '2026-05-13', 'Ann Pier'),
  createClass(3, today, 'Ann Pier'),
  createClass(2, today, 'Zoe Quay'),
  createClass(1, '2026-05-11', 'Bo Shore'),
];

it('lists each instructor once, by name', () => {
  expect(listInstructors(classes)).toEqual(['Ann Pier', 'Bo Shore', 'Zoe Quay']);
});

it.each([
  ['Bo Shore', 'Bo Shore'],
  ['Someone Else', 'Zoe Quay'],
  [null, 'Zoe Quay'],
])('chooses for %s the classes of %s', (signedInName, name) => {
  expect(chooseInstructor(classes, today, signedInName)).toBe(name);
});

it('chooses the first name on a day without classes, and none without any classes', () => {
  expect(chooseInstructor(classes, '2026-05-20', null)).toBe('Ann Pier');
  expect(chooseInstructor([], today, null)).toBeUndefined();
});

it('groups classes with today first, and the newest first in a group', () => {
  const groups = groupByDay(classes, today);
  expect(groups.map(({ title, classes: each }) => [title, each.map(({ id }) => id)])).toEqual([
    ['Today', [3, 2]],
    ['Coming up', [5, 4]],
    ['Finished', [1]],
  ]);
});

it('shows the classes of the next week and of the last days at first, and at least the nearest', () => {
  const split = (day: 'today' | 'ahead' | 'finished', ...dates: string[]) => {
    const group = dates.map((date, index) => createClass(index, date, 'Ann Pier'));
    const { near, far } = splitNearest({ day, classes: group }, today);
    return [near.map(({ date }) => date), far.map(({ date }) => date)];
  };
  expect(split('today', today, today)).toEqual([[today, today], []]);
  expect(split('ahead', '2026-05-20', '2026-05-19', '2026-05-13')).toEqual([
    ['2026-05-19', '2026-05-13'],
    ['2026-05-20'],
  ]);
  expect(split('ahead', '2026-05-30', '2026-05-29')).toEqual([['2026-05-29'], ['2026-05-30']]);
  expect(split('finished', '2026-05-11', '2026-05-09', '2026-05-08')).toEqual([
    ['2026-05-11', '2026-05-09'],
    ['2026-05-08'],
  ]);
  expect(split('finished', '2026-05-02', '2026-05-01')).toEqual([['2026-05-02'], ['2026-05-01']]);
});

it.each([
  ['06:00', 1],
  ['10:19', 1],
  ['10:21', 2],
  ['23:00', 2],
])('opens at %s the class that runs, has just ended or is next', (time, id) => {
  const morning = { ...createClass(1, today, 'Ann Pier'), startsAt: `${today}T07:30:00.000Z` };
  const later = { ...createClass(2, today, 'Ann Pier'), startsAt: `${today}T09:30:00.000Z` };
  const tomorrow = createClass(3, '2026-05-13', 'Ann Pier');
  // London is an hour ahead of UTC.
  const now = Date.parse(`${today}T${time}:00.000+01:00`);
  expect(findClassToOpen([tomorrow, later, morning], now)).toBe(id);
  expect(findClassToOpen([tomorrow], now)).toBeUndefined();
});

it.each([
  ['08:29', 1],
  ['10:19', 1],
  ['10:21', 2],
  ['23:00', undefined],
])('finds at %s the class that runs or is next', (time, id) => {
  const first = createClass(1, today, 'Ann Pier');
  const second = { ...createClass(2, today, 'Ann Pier'), startsAt: `${today}T10:30:00.000Z` };
  expect(findNextClass([second, first], Date.parse(`${today}T${time}:00.000+01:00`))?.id).toBe(id);
});
