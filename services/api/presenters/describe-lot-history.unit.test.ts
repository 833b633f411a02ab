import { expect, it } from 'vitest';
import type { LotHistory } from '#services/audit/history/lot-history.ts';
import { describeLotHistory } from './describe-lot-history.ts';

const counts = { granted: 1, available: 1, held: 0, used: 0, forfeited: 0, expired: 0, revoked: 0 };
const extended: LotHistory = {
  passName: 'Single Class',
  counts,
  balanced: true,
  entries: [
    {
      at: '2026-03-05T12:00:00.000Z',
      position: 7n,
      revision: 1n,
      stream: 'wallet-ann',
      type: 'LotExtended',
      actor: { kind: 'system', name: 'test' },
      ...{ passes: 0, from: null, to: null, balance: 1 },
      expiresAt: '2026-05-05T23:59:59.999Z',
      closedDays: ['2026-03-10', '2026-03-11'],
      ...{ reason: null, bookingId: null, classId: null, rule: null },
    },
  ],
};
const closure = { from: '2026-03-10', to: '2026-03-11', setAt: new Date('2026-03-01T12:00:00.000Z') };

it('names the closures that stood when the lot was extended, and none lifted before or set after it', () => {
  const { entries } = describeLotHistory(
    'lot-1',
    extended,
    [],
    [
      { ...closure, id: 1, reason: 'Withdrawn', liftedAt: new Date('2026-03-04T12:00:00.000Z') },
      { ...closure, id: 2, reason: 'Works', liftedAt: new Date('2026-03-06T12:00:00.000Z') },
      { ...closure, id: 3, reason: 'Storm', liftedAt: null },
      { ...closure, id: 4, from: '2026-03-12', to: '2026-03-12', reason: 'Another day', liftedAt: null },
      { ...closure, id: 5, reason: 'Later', setAt: new Date('2026-03-06T12:00:00.000Z'), liftedAt: null },
    ],
  );
  expect(entries.map(({ closedFor }) => closedFor)).toEqual(['Works and Storm']);
});

it('names the closure that was set while the purchase of the lot was on its way', () => {
  const setAt = new Date('2026-03-05T12:00:00.100Z');
  const { entries } = describeLotHistory(
    'lot-1',
    extended,
    [],
    [{ ...closure, id: 1, reason: 'Storm', setAt, liftedAt: null }],
  );
  expect(entries.map(({ closedFor }) => closedFor)).toEqual(['Storm']);
});
