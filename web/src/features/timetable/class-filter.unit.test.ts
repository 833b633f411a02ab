import { expect, it } from 'vitest';
import { listInstructors, listLevels, matchesFilter } from './class-filter.ts';

const day = [
  { name: 'beginner', instructorName: 'Marina Hale' },
  { name: 'advanced', instructorName: 'Marina Hale' },
] as const;
const all = { level: null, instructor: null };

it('offers only what there is a choice of, and the chosen value also on a day without it', () => {
  expect(listLevels(day, all)).toEqual(['advanced', 'beginner']);
  expect(listInstructors(day, all)).toEqual([]);
  expect(listInstructors(day, { ...all, instructor: 'Tom Ashdown' })).toEqual(['Marina Hale', 'Tom Ashdown']);
  expect(listLevels([], { ...all, level: 'beginner' })).toEqual(['beginner']);
});

it('matches a class by level and instructor', () => {
  const matching = (filter: object) =>
    day.filter((each) => matchesFilter(each, { ...all, ...filter })).length;
  expect(matching({})).toBe(2);
  expect(matching({ level: 'advanced' })).toBe(1);
  expect(matching({ level: 'advanced', instructor: 'Tom Ashdown' })).toBe(0);
  expect(matching({ instructor: 'Marina Hale' })).toBe(2);
});
