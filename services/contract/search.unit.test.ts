import { expect, it } from 'vitest';
import { createSearch, toSearchKeys } from './search.ts';

const ann = ['Anne-Marie O’Brien', 'anne@example.com', '07700 900123'].map(toSearchKeys);
const bob = ['Zoë Lane', 'zoe.lane@example.com', '+44 7700 900456'].map(toSearchKeys);

it.each([
  'obrien',
  "o'brien anne",
  'Annemarie',
  'anne marie',
  'ANNE‐MARIE',
  '07700900123',
  '07700 900123',
  '+44 7700 900123',
  '(07700) 900-123',
  'anne 900123',
  'anne 0770',
  'bri',
])('%s finds Anne-Marie O’Brien and nobody else', (query) => {
  const search = createSearch(query);
  expect(search?.(ann)).toBe(true);
  expect(search?.(bob)).toBe(false);
});

it('finds a phone number that was written with its country by a word of it', () => {
  expect(createSearch('lane 07700')?.(bob)).toBe(true);
});

it.each(['', '  ', '’', ' - '])('%j searches nothing', (query) => {
  expect(createSearch(query)).toBeNull();
});
