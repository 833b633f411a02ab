import { expect, it } from 'vitest';
import { getInitials } from './initials.ts';

it.each([
  ['Wren Harbour', 'WH'],
  ['  anna maria   de la Cruz ', 'AC'],
  ['Cher', 'C'],
  ['Élodie Ångström', 'ÉÅ'],
  ['', ''],
])('takes the initials of "%s"', (name, initials) => {
  expect(getInitials(name)).toBe(initials);
});
