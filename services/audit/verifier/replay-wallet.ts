import { isMembershipEvent, isPaymentEvent, isWalletEvent, type StudioRecord } from '../studio-record.ts';
import { type AuditException, Exceptions } from './audit-exception.ts';
import type { BookingLedger } from './booking-ledger.ts';
import { MoneyLedger } from './money-ledger.ts';
import { StreamLedger } from './stream-ledger.ts';
import { WalletLedger } from './wallet-ledger.ts';

/**
 * Counts one member's passes from these events, with the verification's own arithmetic, and says what does not add up. Of
 * wallet and payment streams all revisions must be there; whether each lot was paid for is the whole store's to say.
 */
export function replayWallet(records: readonly StudioRecord[]): readonly AuditException[] {
  const exceptions = new Exceptions();
  const streams = new StreamLedger(exceptions);
  const bookings: BookingLedger = new Map();
  const money = new MoneyLedger(new Exceptions());
  const wallets = new WalletLedger(bookings, money, exceptions);
  for (const record of records) {
    if (isWalletEvent(record)) wallets.apply(record, streams.place(record), record.metadata.actor);
    else if (isPaymentEvent(record)) money.applyPayment(record, streams.place(record));
    else if (isMembershipEvent(record)) {
      const { stream, position } = record;
      money.applyMembership(record, { stream, position, revision: Number(record.revision) });
    }
  }
  return exceptions.kept;
}
