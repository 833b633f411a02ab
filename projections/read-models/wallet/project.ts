import type { Projection, StudioRecord, Writer } from '../../core/projection.ts';
import { type Place, type WalletRecord, walletMove } from './moves.ts';
import { walletLedger, walletLots } from './tables.ts';

const WALLET_TYPES: ReadonlySet<string> = new Set([
  'LotGranted',
  'PassHeld',
  'PassSpent',
  'PassReturned',
  'PassForfeited',
  'LotExpired',
  'LotRevoked',
  'LotExtended',
]);

const isWalletRecord = (event: StudioRecord): event is WalletRecord => WALLET_TYPES.has(event.type);

const delta = (place: Place | null, passes: number): Partial<Record<Place, number>> =>
  place === null ? {} : { [place]: passes };

function project(event: StudioRecord, write: Writer): void {
  if (!isWalletRecord(event)) return;
  const { memberId, lotId, at } = event.data;
  const { passes, from, to } = walletMove(event);
  if (event.type === 'LotGranted') {
    const { kind, passId, passName, pricePence, paymentIntentId, offer, expiresAt } = event.data;
    write.put(walletLots, {
      lot_id: lotId,
      member_id: memberId,
      kind,
      pass_id: passId,
      pass_name: passName,
      price_pence: pricePence,
      payment_intent_id: paymentIntentId,
      offer,
      granted: passes,
      available: passes,
      held: 0,
      used: 0,
      forfeited: 0,
      expired: 0,
      revoked: 0,
      expires_at: expiresAt,
      granted_at: at,
    });
  } else if (event.type === 'LotExtended') {
    write.patch(walletLots, { lot_id: lotId }, { expires_at: event.data.expiresAt });
  } else {
    write.add(walletLots, { lot_id: lotId }, { ...delta(from, -passes), ...delta(to, passes) });
  }
  write.put(walletLedger, {
    position: String(event.position),
    at,
    member_id: memberId,
    type: event.type,
    lot_id: lotId,
    booking_id: 'bookingId' in event.data ? event.data.bookingId : null,
    class_id: 'classId' in event.data ? event.data.classId : null,
    passes,
    moved_from: from,
    moved_to: to,
  });
  write.changed({ kind: 'member', memberId, what: 'wallet' });
}

export const wallet: Projection = {
  name: 'wallet',
  version: 1,
  tables: [walletLots, walletLedger],
  project,
};
