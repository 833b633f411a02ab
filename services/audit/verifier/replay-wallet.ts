import { isMembershipEvent, isPaymentEvent, isWalletEvent, type StudioRecord } from '../studio-record.ts';
import { type AuditException, Exceptions } from './audit-exception.ts';
import type { BookingLedger } from './booking-ledger.ts';
import { ImportLedger } from './import-ledger.ts';
import { MoneyLedger } from './money-ledger.ts';
import { StreamLedger } from './stream-ledger.ts';
import { WalletLedger } from './wallet-ledger.ts';

/**
 * Replays one member's events with the verification's ledgers and returns the exceptions. The wallet and payment streams must be
 * complete. Whether each lot was paid for is not checked, since that needs the whole store.
 */
export function replayWallet(records: readonly StudioRecord[]): readonly AuditException[] {
  const exceptions = new Exceptions();
  const streams = new StreamLedger(exceptions);
  const bookings: BookingLedger = new Map();
  const money = new MoneyLedger(new Exceptions(), new ImportLedger(new Exceptions()));
  const wallets = new WalletLedger(bookings, money, exceptions);
  for (const record of records) {
    if (isWalletEvent(record)) wallets.apply(record, streams.add(record), record.metadata.actor);
    else if (isPaymentEvent(record)) money.applyPayment(record, streams.add(record));
    else if (isMembershipEvent(record)) {
      const { stream, position } = record;
      money.applyMembership(record, { stream, position, revision: Number(record.revision) });
    }
  }
  return exceptions.recorded;
}
