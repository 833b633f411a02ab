import { expect, it } from 'vitest';
import { parseWanted } from './parse-wanted.ts';

it.each([
  ['pi_3', true],
  ['LmNoPqRs', true],
  ['a1b2c3', true],
  ['2c9a4f3e-6d1b-5a7c', true],
  ['a1b2c', false],
  ['zephyr', false],
  ['ann shore 2026', false],
  ['gwendolyn.zephyr@', false],
])('“%s” is a part of an id: %s', (query, isPart) => {
  expect(parseWanted(query).idPart).toBe(isPart ? query : null);
});

it.each([
  ['12', 12],
  ['zephyr', null],
])('“%s” is the id of a class or booking: %s', (query, id) => {
  expect(parseWanted(query).id).toBe(id);
});
