import fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectAll } from '../../testing/naive-tables.ts';
import { Recorder } from '../../testing/record.ts';
import { StudioHistory } from '../../testing/studio-history.ts';
import { wallet } from './project.ts';
import { walletLedger, walletLots } from './tables.ts';

const counts = ['available', 'held', 'used', 'forfeited', 'expired', 'revoked'];

test("a lot's counts always add up to what was granted, and to what the ledger says", () => {
  const end = fc.constantFrom('stands' as const, 'cancelled' as const, 'unfinished' as const);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), end), { maxLength: 30 }), (bookings) => {
      const history = new StudioHistory();
      const events = [...history.member('a', 50), ...history.member('b', 50)];
      for (const [member, how] of bookings) events.push(...history.booking(member, 1, how));
      const tables = projectAll(wallet, events);
      for (const lot of tables.rows(walletLots)) {
        expect(counts.reduce((sum, count) => sum + Number(lot[count]), 0)).toBe(50);
        const moves = tables.rows(walletLedger).filter((row) => row.lot_id === lot.lot_id);
        for (const count of counts) {
          const into = moves.filter((row) => row.moved_to === count);
          const outOf = moves.filter((row) => row.moved_from === count);
          const total = (rows: typeof moves) => rows.reduce((sum, row) => sum + Number(row.passes), 0);
          expect(total(into) - total(outOf)).toBe(lot[count]);
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('a lot that is extended, lapses and is revoked shows it', () => {
  const recorder = new Recorder();
  const history = new StudioHistory(recorder);
  const lot = { memberId: 'm', lotId: 'lot-m', at: '2026-03-03T00:00:00.000Z' };
  const expiresAt = '2026-09-01T22:59:59.999Z';
  const events = [
    ...history.member('m', 10),
    recorder.record('wallet-m', { type: 'LotExtended', data: { ...lot, expiresAt } }),
    recorder.record('wallet-m', { type: 'LotRevoked', data: { ...lot, passes: 3, reason: 'refund' } }),
    recorder.record('wallet-m', { type: 'LotExpired', data: { ...lot, passes: 7 } }),
  ];
  const tables = projectAll(wallet, events);
  expect(tables.only(walletLots)).toMatchObject({
    granted: 10,
    available: 0,
    revoked: 3,
    expired: 7,
    expires_at: expiresAt,
  });
  expect(tables.rows(walletLedger)).toHaveLength(4);
});

test('the member is told', () => {
  const { topics } = projectAll(wallet, new StudioHistory().member('m'));
  expect(topics).toEqual([{ kind: 'member', memberId: 'm', what: 'wallet' }]);
});
