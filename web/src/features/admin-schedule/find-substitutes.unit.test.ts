import { expect, it } from 'vitest';
import { findSubstitutes } from './find-substitutes.ts';

const at = (
  id: number,
  startsAt: string,
  instructorId: number,
  name: 'beginner' | 'pre & post natal' = 'beginner',
) => ({
  ...{ id, startsAt: `2026-05-12T${startsAt}:00.000Z`, duration: 50, instructorId, name },
});
const ada = { id: 1, name: 'Ada', prenatalSuitable: true };
const bo = { id: 2, name: 'Bo', prenatalSuitable: false };
const cy = { id: 3, name: 'Cy', prenatalSuitable: true };

const describeAll = (...parameters: Parameters<typeof findSubstitutes>) =>
  findSubstitutes(...parameters).map(({ instructor, teaches, isUnsuitable }) => [
    instructor.name,
    teaches?.id,
    isUnsuitable,
  ]);

it('lists the free ones first, and names the class of those who teach meanwhile', () => {
  const ill = at(10, '09:00', 3);
  expect(describeAll([ill], [ill, at(11, '09:30', 1), at(12, '09:50', 2)], [ada, bo, cy])).toEqual([
    ['Bo', undefined, false],
    ['Ada', 11, false],
  ]);
});

it('counts a class that ends when the other begins as free', () => {
  const ill = at(10, '09:00', 3);
  expect(describeAll([ill], [ill, at(11, '08:10', 1)], [ada, cy])).toEqual([['Ada', undefined, false]]);
});

it('names the instructors without training for one of the classes', () => {
  const classes = [at(10, '09:00', 3, 'pre & post natal'), at(11, '12:00', 3)];
  expect(describeAll(classes, classes, [bo, ada, cy])).toEqual([
    ['Ada', undefined, false],
    ['Bo', undefined, true],
  ]);
});
