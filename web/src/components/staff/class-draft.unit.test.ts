import { expect, it } from 'vitest';
import { classTimes, createClassDraft, parseCapacity } from './class-draft.ts';

it.each([
  ['1', 1],
  ['20', 20],
  [' 12 ', 12],
  ['', 7],
  ['0', 7],
  ['21', 7],
  ['-3', 7],
  ['6.5', 7],
  ['1e1', 7],
  ['seven', 7],
])('reads the capacity "%s" as %i', (text, capacity) => {
  expect(parseCapacity(text)).toBe(capacity);
});

it('lists the quarters of an hour from 06:00 to 21:45', () => {
  expect(classTimes).toHaveLength(64);
  expect(classTimes.slice(0, 3)).toEqual(['06:00', '06:15', '06:30']);
  expect(classTimes.at(-1)).toBe('21:45');
});

it('creates a beginner class of seven without an instructor', () => {
  expect(createClassDraft('06:00')).toEqual({
    name: 'beginner',
    time: '06:00',
    instructorId: null,
    maxCapacity: '7',
  });
});
