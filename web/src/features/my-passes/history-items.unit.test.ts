import { expect, it } from 'vitest';
import type { LotHistoryEntry } from '#services/contract/wallet.ts';
import { toHistoryItems } from './history-items.ts';
import { describeCounts } from './history-text.ts';

let position = 0;
const entry = (type: LotHistoryEntry['type'], changes: Partial<LotHistoryEntry> = {}): LotHistoryEntry => {
  position += 1;
  return {
    position: String(position),
    stream: 'wallet-m',
    revision: position,
    at: '2026-05-11T13:03:00.000Z',
    type,
    by: 'member',
    passes: 1,
    from: null,
    to: null,
    balance: 4,
    expiresAt: null,
    reason: null,
    closedFor: null,
    bookingId: null,
    class: null,
    rule: null,
    ...changes,
  };
};
const forBooking = (bookingId: number): Partial<LotHistoryEntry> => ({
  bookingId,
  class: {
    id: 7,
    name: 'beginner',
    date: '2026-05-12',
    time: '09:30',
    instructorName: 'Marina Hale',
    startsAt: '2026-05-12T08:30:00.000Z',
  },
});
const texts = (...entries: LotHistoryEntry[]) => toHistoryItems(entries).map(({ text }) => text);
const text = (type: LotHistoryEntry['type'], changes: Partial<LotHistoryEntry> = {}) =>
  texts(entry(type, { ...forBooking(1), ...changes }))[0];
const beginner = 'Beginner, Tue 12 May, 09:30 with Marina';

it('merges a held pass and its spending into one item, also with other events between them', () => {
  const held = entry('PassHeld', { ...forBooking(1), balance: 4 });
  const other = entry('PassHeld', { ...forBooking(2), balance: 3 });
  const spent = entry('PassSpent', { ...forBooking(1), balance: 3 });
  const items = toHistoryItems([held, other, spent]);
  expect(items.map(({ text, balance }) => [text, balance])).toEqual([
    [`Used for ${beginner}`, 4],
    [`Set aside for ${beginner}`, 3],
  ]);
  expect(items[0]?.positions).toEqual([held.position, spent.position]);
});

it('keeps both items of a pass that was held and then returned', () => {
  const refused = entry('PassReturned', { ...forBooking(1), from: 'held', to: 'available' });
  expect(texts(entry('PassHeld', forBooking(1)), refused, entry('PassSpent', forBooking(2)))).toEqual([
    `Set aside for ${beginner}`,
    `Given back, since there was no place: ${beginner}`,
    `Used for ${beginner}`,
  ]);
});

it('describes who granted a lot', () => {
  const expiresAt = '2026-11-28T23:59:59.999Z';
  expect(text('LotGranted', { passes: 5, expiresAt })).toBe('You bought 5 passes, to use by Nov 28, 2026');
  expect(text('LotGranted', { reason: 'staff' })).toBe('The studio gave you 1 pass');
  expect(text('LotGranted', { passes: 12, reason: 'membership' })).toBe(
    '12 passes came with your membership',
  );
});

it('describes returned, forfeited, expired, revoked, restored and extended passes', () => {
  expect(text('PassReturned', { from: 'used' })).toBe(`Returned when you cancelled ${beginner}`);
  expect(text('PassReturned', { from: 'used', by: 'studio' })).toBe(`Returned by the studio: ${beginner}`);
  expect(text('PassReturned', { from: 'forfeited', by: 'automatic' })).toBe(
    `Back, since someone took your place: ${beginner}`,
  );
  expect(text('PassForfeited')).toBe(`Lost to a late cancellation of ${beginner}`);
  expect(text('PassForfeited', { class: null })).toBe('Lost to a late cancellation of a class');
  expect(text('LotExpired', { passes: 2 })).toBe('2 passes expired unused');
  expect(text('LotExpired', { passes: 0 })).toBe('Expired, with no pass left over');
  expect(text('LotRevoked', { passes: 3, reason: 'refund' })).toBe('3 passes taken back with a refund');
  expect(text('LotRestored', { passes: 3, reason: 'dispute_won' })).toBe(
    '3 passes given back, since the payment stands',
  );
  expect(text('LotExtended', { expiresAt: '2026-05-19T22:59:59.999Z' })).toBe('Extended until May 19, 2026');
  expect(text('LotExtended', { expiresAt: '2026-05-19T22:59:59.999Z', closedFor: 'New floor' })).toBe(
    'Extended until May 19, 2026, since we are closed: New floor',
  );
});

it('names the actor unless it was the member', () => {
  const by = (type: LotHistoryEntry['type'], changes: Partial<LotHistoryEntry>) =>
    toHistoryItems([entry(type, changes)])[0]?.by;
  expect(by('PassReturned', { by: 'studio' })).toBe('by the studio');
  expect(by('LotExpired', { by: 'automatic' })).toBe('automatically');
  expect(by('PassSpent', { by: 'member' })).toBeNull();
  expect(by('LotGranted', { by: 'automatic' })).toBeNull();
});

it('counts the passes of a lot by what became of them, without zeros', () => {
  const none = { granted: 5, available: 0, held: 0, used: 0, forfeited: 0, expired: 0, revoked: 0 };
  expect(describeCounts({ ...none, available: 2, used: 2, forfeited: 1 })).toBe(
    '5 passes: 2 left, 2 used, 1 lost to a late cancellation',
  );
  expect(describeCounts({ ...none, granted: 1, expired: 1 })).toBe('1 pass: 1 expired');
  expect(describeCounts({ ...none, held: 1, revoked: 4 })).toBe('5 passes: 1 set aside, 4 taken back');
});

it('describes a move and an undone cancellation, and the failure of either', () => {
  expect(text('PassMoved', { from: 'used', to: 'held' })).toBe(`Moved to another class from ${beginner}`);
  expect(text('PassMoved', { from: 'forfeited', to: 'held' })).toBe(
    `Your cancellation was undone: ${beginner}`,
  );
  expect(text('PassMovedBack', { from: 'held', to: 'used' })).toBe(
    `Stayed with ${beginner}, since there was no place in the other class`,
  );
  expect(text('PassMovedBack', { from: 'held', to: 'available' })).toBe(
    `Your cancellation stands, since your place was gone: ${beginner}`,
  );
});
