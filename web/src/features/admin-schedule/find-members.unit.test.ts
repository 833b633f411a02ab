import { expect, it } from 'vitest';
import type { AdminMember } from '#services/contract/admin-members.ts';
import { findMembers } from './find-members.ts';

const member = (name: string, passes = 1): AdminMember => ({
  id: name,
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
  phone: '07700 900123',
  emailVerified: true,
  addressFault: null,
  passes,
  createdAt: '2026-05-12T09:00:00.000Z',
  hasUsedNewUserDiscount: false,
  totalBookings: 0,
  lastClassDate: null,
});
const members = [member('Nora Bell', 0), member('Ann Lee'), member('Anna Bell'), member('Dan Ash')];
const find = (search: string, ...excludedIds: string[]) =>
  findMembers(members, search, new Set(excludedIds)).map(({ name }) => name);

it('finds members by name, email and phone in any case, those with a pass first', () => {
  expect(find('BELL')).toEqual(['Anna Bell', 'Nora Bell']);
  expect(find('dan.ash@')).toEqual(['Dan Ash']);
  expect(find('900123')).toEqual(['Ann Lee', 'Anna Bell', 'Dan Ash', 'Nora Bell']);
  expect(find(' ann ')).toEqual(['Ann Lee', 'Anna Bell']);
});

it('leaves out excluded members, and finds none for fewer than two letters', () => {
  expect(find('ann', 'Ann Lee')).toEqual(['Anna Bell']);
  expect(find('a')).toEqual([]);
  expect(find('')).toEqual([]);
});

it('finds at most six members', () => {
  const many = Array.from({ length: 20 }, (_, index) => member(`Ann ${index}`));
  expect(findMembers(many, 'ann', new Set())).toHaveLength(6);
});
