import { expect, test } from 'vitest';
import type { StudioEvent } from '#domain/registry.ts';
import { projectAll } from '#projections/testing/naive-tables.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { passUsesProjection } from './project.ts';
import { lotMoves, passUses } from './tables.ts';

const at = '2026-05-31T23:30:00.000Z';
const of = { memberId: 'm', lotId: 'lot-a', at };
const booking = (bookingId: number, classId: number) => ({ ...of, bookingId, classId });
const held: StudioEvent = {
  type: 'PassHeld',
  data: { ...booking(1, 7), classStartsAt: at, source: 'member' },
};
const spent: StudioEvent = { type: 'PassSpent', data: booking(1, 7) };
const moved: StudioEvent = {
  type: 'PassMoved',
  data: {
    ...booking(1, 7),
    from: 'used',
    toBookingId: 2,
    toClassId: 9,
    classStartsAt: at,
    source: 'member',
  },
};

function after(...events: StudioEvent[]) {
  const recorder = new Recorder();
  const records = events.map((event) => recorder.record('wallet-m', event));
  const tables = projectAll(passUsesProjection, records);
  const states = tables.rows(passUses).map((row) => `${row.booking_id} in ${row.class_id}: ${row.state}`);
  const moves = tables.rows(lotMoves).map((row) => `${row.month} ${row.from_place} → ${row.to_place}`);
  return { states, moves: moves.toSorted() };
}

test('a class consumes the pass of a booking and returns it', () => {
  expect(after(held).states).toEqual(['1 in 7: held']);
  expect(after(held, spent).states).toEqual(['1 in 7: used']);
  const back: StudioEvent = { type: 'PassReturned', data: { ...booking(1, 7), from: 'used' } };
  expect(after(held, spent, back).states).toEqual(['1 in 7: returned']);
  const lost: StudioEvent = { type: 'PassForfeited', data: { ...booking(1, 7), from: 'used' } };
  expect(after(held, spent, lost).states).toEqual(['1 in 7: forfeited']);
  const refilled: StudioEvent = {
    type: 'PassReturned',
    data: { ...booking(1, 7), from: 'forfeited', refilledBy: 9 },
  };
  expect(after(held, spent, lost, refilled)).toEqual({
    states: ['1 in 7: returned'],
    moves: [
      '2026-06 available → held',
      '2026-06 forfeited → available',
      '2026-06 held → used',
      '2026-06 used → forfeited',
    ],
  });
});

test('a moved pass counts in the new class, and again in the first one after moving back', () => {
  const taken: StudioEvent = { type: 'PassSpent', data: booking(2, 9) };
  expect(after(held, spent, moved, taken).states).toEqual(['1 in 7: moved', '2 in 9: used']);
  const movedBack: StudioEvent = {
    type: 'PassMovedBack',
    data: { ...booking(1, 7), to: 'used', fromBookingId: 2 },
  };
  expect(after(held, spent, moved, movedBack).states).toEqual(['1 in 7: used']);
});

test('stores every move with its London month', () => {
  expect(after(held, spent).moves).toEqual(['2026-06 available → held', '2026-06 held → used']);
});
