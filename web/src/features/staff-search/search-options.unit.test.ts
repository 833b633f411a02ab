import { expect, it } from 'vitest';
import { toSearchGroups } from './search-options.ts';

const shownClass = { id: 7, name: 'beginner', date: '2026-05-12', time: '09:30' } as const;
const owner = { memberId: 'm1', memberName: 'Ann Shore' };
const nothing = { success: true as const, members: [], classes: [], bookings: [], payments: [], lots: [] };

it('leads from each result to its page, with the row marked', () => {
  const groups = toSearchGroups({
    success: true,
    members: [{ id: 'm1', name: 'Ann Shore', email: 'ann@example.com', phone: '07700 900123' }],
    classes: [{ ...shownClass, instructorName: 'Marina Hale' }],
    bookings: [{ id: 12, ...owner, status: 'confirmed', class: shownClass }],
    payments: [
      { id: 'pi_1', ...owner, what: '5 Class Pass', amountPence: 7_500, at: '2026-05-01T09:00:00.000Z' },
    ],
    lots: [
      {
        ...{ id: 'lot-pi_1', ...owner, memberName: null, passName: '5 Class Pass' },
        ...{ granted: 5, available: 4, expiresAt: '2026-07-01T22:59:59.999Z' },
      },
    ],
  });
  expect(groups.flatMap(({ title, options }) => options.map(({ to }) => `${title} ${to}`))).toEqual([
    'Members /admin/members/m1',
    'Classes /admin?tab=schedule&date=2026-05-12&class=7',
    'Bookings /admin/members/m1#booking-12',
    'Payments /admin/members/m1#payment-pi_1',
    'Passes /admin/members/m1#lot-lot-pi_1',
  ]);
  expect(groups.at(-1)?.options[0]?.title).toBe('Former member');
});

it('names a member who is erased by their id', () => {
  const erasedMember = { id: 'm2', name: null, email: null, phone: null };
  expect(toSearchGroups({ ...nothing, members: [erasedMember] })[0]?.options).toMatchObject([
    { title: 'Former member', about: 'Member m2, whose details are erased', to: '/admin/members/m2' },
  ]);
});

it('leaves out kinds without results', () => {
  expect(toSearchGroups(nothing)).toEqual([]);
});
