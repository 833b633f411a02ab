import { expect, it } from 'vitest';
import type { TaughtClass } from '../../../../services/contract/instructor.ts';
import { classToOpen, firstInstructor, instructorNames, taughtGroups } from './taught-classes.ts';

const today = '2026-05-12';
const taught = (id: number, date: string, instructorName: string): TaughtClass => ({
  ...{ id, date, instructorName, time: '09:30', startsAt: `${date}T08:30:00.000Z`, duration: 50 },
  ...{ name: 'beginner', maxCapacity: 7, bookedCount: 0, isMarkedFull: false, instructorId: 1 },
  instructor: { id: 1, name: instructorName },
  bookings: [],
});
/** The newest first, as the server gives them. */
const classes = [
  taught(5, '2026-05-14', 'Zoe Quay'),
  taught(4, '2026-05-13', 'Ann Pier'),
  taught(3, today, 'Ann Pier'),
  taught(2, today, 'Zoe Quay'),
  taught(1, '2026-05-11', 'Bo Shore'),
];

it('has a tab for each name, in order', () => {
  expect(instructorNames(classes)).toEqual(['Ann Pier', 'Bo Shore', 'Zoe Quay']);
});

it.each([
  ['Bo Shore', 'Bo Shore'],
  ['Someone Else', 'Zoe Quay'],
  [null, 'Zoe Quay'],
])('opens for %s with the classes of %s', (person, name) => {
  expect(firstInstructor(classes, today, person)).toBe(name);
});

it('opens with the first name on a day without classes, and with nobody when there are none', () => {
  expect(firstInstructor(classes, '2026-05-20', null)).toBe('Ann Pier');
  expect(firstInstructor([], today, null)).toBeUndefined();
});

it('puts today first, and within a group the newest', () => {
  const groups = taughtGroups(classes, today);
  expect(groups.map(({ title, classes: each }) => [title, each.map(({ id }) => id)])).toEqual([
    ['Today', [3, 2]],
    ['Coming up', [5, 4]],
    ['Finished', [1]],
  ]);
});

it.each([
  ['06:00', 1],
  ['10:19', 1],
  ['10:21', 2],
  ['23:00', 2],
])('has the class at hand open at %s', (time, id) => {
  const morning = { ...taught(1, today, 'Ann Pier'), startsAt: `${today}T07:30:00.000Z` };
  const later = { ...taught(2, today, 'Ann Pier'), startsAt: `${today}T09:30:00.000Z` };
  const tomorrow = taught(3, '2026-05-13', 'Ann Pier');
  // London is an hour ahead of UTC.
  const now = Date.parse(`${today}T${time}:00.000+01:00`);
  expect(classToOpen([tomorrow, later, morning], now)).toBe(id);
  expect(classToOpen([tomorrow], now)).toBeUndefined();
});
