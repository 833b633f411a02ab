import { classDecider } from '#domain/class/decider.ts';
import { type Payment, paymentDecider } from '#domain/payment/decider.ts';
import { refundDecider } from '#domain/refund/decider.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { isPaymentEvent, isWalletEvent, type StudioRecord } from '../studio-record.ts';
import { type AuditEvent, getIds } from './audit-event.ts';
import { buildMemberHistory, type LotStatus } from './member-history.ts';
import { readStreamAsOf, readStreamsAsOf, type StreamReader, sortByPosition } from './read-stream-as-of.ts';
import { readRulebook } from './rule-tracker.ts';

export interface PaymentHistory {
  readonly asOf: string;
  /** null if it was not started yet. */
  readonly payment: Payment | null;
  /** The lot that it granted, if any. */
  readonly lot: LotStatus | null;
  readonly events: readonly AuditEvent[];
}

/** Reads the class events of the lot's bookings, which explain why a pass was returned. */
async function readSeatEvents(
  eventStore: StreamReader,
  ofLot: readonly StudioRecord[],
  asOf: Date,
): Promise<StudioRecord[]> {
  const ids = ofLot.map(getIds);
  const classIds = new Set(ids.flatMap(({ classId }) => classId ?? []));
  const bookingIds = new Set(ids.flatMap(({ bookingId }) => bookingId ?? []));
  const streams = [...classIds].map((classId) => classDecider.stream(String(classId)));
  const events = await readStreamsAsOf(eventStore, streams, asOf);
  return events.filter((event) => bookingIds.has(getIds(event).bookingId ?? 0));
}

/** Reads a payment with its lot and the lot's events, as of an instant; null for an unknown payment. */
export async function readPaymentHistory(
  eventStore: StreamReader,
  paymentIntentId: string,
  asOf: Date,
): Promise<PaymentHistory | null> {
  const stream = paymentDecider.stream(paymentIntentId);
  const records = await readStreamAsOf(eventStore, stream, asOf);
  if (records.length === 0 && (await eventStore.readStream(stream)).revision === null) return null;
  const { payment } = records.filter(isPaymentEvent).reduce(paymentDecider.evolve, paymentDecider.initial);
  if (payment === null) return { asOf: asOf.toISOString(), payment, lot: null, events: [] };
  const { memberId, grant } = payment;
  const wallet = grant === null ? [] : await readStreamAsOf(eventStore, walletDecider.stream(memberId), asOf);
  const ofLot = wallet.filter((event) => isWalletEvent(event) && event.data.lotId === grant?.lotId);
  const refunds = await readStreamAsOf(eventStore, refundDecider.stream(paymentIntentId), asOf);
  const seats = await readSeatEvents(eventStore, ofLot, asOf);
  const { lots, events } = buildMemberHistory(
    memberId,
    sortByPosition([...records, ...refunds, ...ofLot, ...seats]),
    asOf,
    await readRulebook(eventStore),
  );
  return { asOf: asOf.toISOString(), payment, lot: lots[0] ?? null, events };
}
