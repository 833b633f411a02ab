import type { Pool } from 'pg';
import { readEffectTimes } from '#infra/postgres/tables/performed-effects.ts';
import { formatConfirmationKey } from '#projections/read-models/bookings/confirmation-queries.ts';
import { formatClassReminderKey } from '#projections/read-models/bookings/reminder-queries.ts';
import { formatReminderKey } from '#projections/read-models/wallet/queries.ts';
import { describeClass } from './booking-words.ts';
import type { EvidenceSources, SaleBooking } from './evidence-sources.ts';

interface EmailSubjects {
  readonly paymentIntentId: string;
  readonly lot: { readonly lotId: string; readonly expiresAt: Date } | null;
  /** The keys of the receipts of a membership's period. */
  readonly receiptKeys: readonly string[];
  readonly bookings: readonly SaleBooking[];
}

/** By its key in the ledger of effects, what an email about the payment, its passes and their bookings is. */
function listKeys({ paymentIntentId, lot, receiptKeys, bookings }: EmailSubjects): Map<string, string> {
  const keys = new Map([
    [`not-booked/${paymentIntentId}`, 'notice that the class could not be booked and the passes stay'],
  ]);
  for (const key of receiptKeys) keys.set(key, 'receipt');
  if (lot !== null) {
    keys.set(`receipt/${lot.lotId}`, 'receipt');
    keys.set(formatReminderKey(lot), 'reminder that the passes run out');
  }
  for (const booking of bookings) {
    const { id: bookingId, startsAt } = booking;
    const ofClass = describeClass(booking);
    keys.set(formatConfirmationKey(bookingId), `confirmation of the booking: ${ofClass}`);
    keys.set(`${formatClassReminderKey({ bookingId, startsAt })}/mail`, `reminder of the class: ${ofClass}`);
    keys.set(`booking-cancelled/${bookingId}`, `confirmation of the cancellation: ${ofClass}`);
    keys.set(`pass-back/${bookingId}`, `notice that the pass came back: ${ofClass}`);
  }
  return keys;
}

/** The emails about a payment, the earliest first. They are found by ids, so also of an erased member. */
export async function readEmailsAbout(
  pool: Pool,
  subjects: EmailSubjects,
): Promise<EvidenceSources['emails']> {
  const keys = listKeys(subjects);
  const times = await readEffectTimes(pool, [...keys.keys()]);
  return Array.from(times, ([key, sentAt]) => ({ what: keys.get(key) ?? '', sentAt })).toSorted(
    (one, other) => one.sentAt.getTime() - other.sentAt.getTime(),
  );
}
