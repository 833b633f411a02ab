import { expect, it } from 'vitest';
import { formatFact, getFactLabel } from './fact-texts.ts';

it.each([
  ['price', 16_000, 'Price', '£160.00'],
  ['name', 'pre & post natal', 'Name', 'Pre & Post Natal'],
  ['date', '2026-05-12', 'Date', 'Tue 12 May'],
  ['isMarkedFull', true, 'Marked full', 'Yes'],
  ['description', '', 'Description', '–'],
  ['duration', 50, 'Length', '50 minutes'],
])('shows %s as a person reads it', (name, value, label, text) => {
  expect([getFactLabel(name, {}), formatFact(name, value, {})]).toEqual([label, text]);
});

it('prefers the words of the editor', () => {
  const own = { value: { label: 'Offer', format: (value: string | number) => `${value} days` } };
  expect([getFactLabel('value', own), formatFact('value', '7', own)]).toEqual(['Offer', '7 days']);
});
