import { expect, it } from 'vitest';
import { findPasswordProblem } from './new-password.ts';

const email = 'ann.shore@example.org';
const name = 'Ann Shore';
const find = (kind: 'member' | 'staff', password: string) =>
  findPasswordProblem(password, { kind, email, name }, 'Tideline Studio');

it.each(['123456', 'password', 'Password123', 'QWERTY', 'ＳＵＮＳＨＩＮＥ', 'iloveyou'])(
  'refuses the common password %s from members and staff',
  (password) => {
    expect(find('member', password)).toContain('easy to guess');
    expect(find('staff', password)).toContain('easy to guess');
  },
);

it.each([
  ['a listed password with digits behind it', 'sunshine2026'],
  ['a listed password with signs around it', '!!football99!!'],
  ['a listed password twice', 'dragondragon'],
  ['a short piece repeated', 'xq7xq7xq7xq7'],
  ['one character repeated', 'zzzzzzzzzzzz'],
  ['digits alone', '290719840001'],
])('refuses %s from staff', (_, password) => {
  expect(find('staff', password)).toContain('easy to guess');
});

it.each([
  ['the email', 'Ann.Shore@Example.org'],
  ['the email’s local part', 'ANN.SHORE'],
  ['the name', 'ann shore'],
  ['the studio’s name', 'TidelineStudio'],
])('refuses %s as the whole password', (_, password) => {
  expect(find('member', password)).toContain('not your email, your name or the studio’s name');
  expect(find('staff', password)).toContain('not your email, your name or the studio’s name');
});

it.each(['seaside-7', 'Ann Shore swims', 'tideline & kelp', '😀😀😀 kelp'])(
  'lets members choose %s',
  (password) => {
    expect(find('member', password)).toBeNull();
  },
);

it.each(['seaside-terrace', 'correct horse battery staple', 'ann shore swims at 7', 'xq7-kelp-xq7-salt'])(
  'lets staff choose %s',
  (password) => {
    expect(find('staff', password)).toBeNull();
  },
);

it('compares nothing with a missing email or name', () => {
  expect(findPasswordProblem('------', { kind: 'member', email: null, name: null }, '')).toBeNull();
});
