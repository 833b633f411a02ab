import type { AcceptedTerms } from '#domain/accepted-terms.ts';
import { getPeriodLotId } from '#domain/membership/decide.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { paymentDecider } from '#domain/payment/decider.ts';
import type { DisputeFacts } from '#infra/payments/disputes.ts';
import { readBookingsOfMember } from '#projections/read-models/bookings/queries.ts';
import { readUserById } from '#projections/read-models/members/queries.ts';
import { type PaidPeriodRow, readPeriodPaidWith } from '#projections/read-models/memberships/queries.ts';
import { readPaymentsOfMember } from '#projections/read-models/payments/queries.ts';
import { readLotsByIds } from '#projections/read-models/wallet/queries.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { readTermsText } from '../terms/read-terms.ts';
import type { EvidenceSources, PaidSale } from './evidence-sources.ts';
import { readEmailsAbout } from './read-emails.ts';

type Source = Pick<ApiDependencies, 'pool' | 'eventStore' | 'deciders' | 'config' | 'payments'>;

type Agreement = Pick<EvidenceSources, 'terms' | 'startRequestedAt' | 'cancelledAt'>;

interface FoundSale {
  readonly sale: Omit<EvidenceSources['sale'], 'passes' | 'expiresAt' | 'refundedPence'> & {
    readonly passes: number | null;
  };
  readonly lotId: string | null;
  readonly agreement: Agreement;
  readonly receiptKeys: readonly string[];
}

function withText(accepted: (AcceptedTerms & { at: string }) | null): Agreement['terms'] {
  const text = accepted === null ? null : readTermsText(accepted);
  if (accepted === null || text === null) return null;
  const { version, sha256, at } = accepted;
  return { version, sha256, at: new Date(at), text };
}

async function findPurchase({ eventStore }: Source, paymentIntentId: string): Promise<FoundSale | null> {
  const { events } = await eventStore.readStream(paymentDecider.stream(paymentIntentId));
  let started: { passName: string; passes: number; amountPence: number; at: string } | null = null;
  let terms: (AcceptedTerms & { at: string }) | null = null;
  let startRequestedAt: Date | null = null;
  let granted: { lotId: string; at: string } | null = null;
  for (const { type, data } of events) {
    if (type === 'PaymentStarted') started = data;
    if (type === 'TermsAccepted') terms = data;
    if (type === 'ImmediateStartRequested') startRequestedAt = new Date(data.at);
    if (type === 'PaymentSucceeded') granted = data;
  }
  if (started === null) return null;
  const { passName, passes, amountPence, at } = started;
  return {
    sale: {
      ...{ paymentIntentId, what: passName, pricePence: amountPence, passes, period: null },
      startedAt: new Date(at),
      paidAt: new Date(granted?.at ?? at),
    },
    lotId: granted?.lotId ?? null,
    agreement: { terms: withText(terms), startRequestedAt, cancelledAt: null },
    receiptKeys: [],
  };
}

/** What was agreed to for the subscription of a period, and the keys of that period's receipts. */
async function readAgreement({ eventStore }: Source, { membershipId, invoiceId, paidAt }: PaidPeriodRow) {
  const { events } = await eventStore.readStream(membershipDecider.stream(String(membershipId)));
  const period = events.find(({ data }) => 'invoiceId' in data && data.invoiceId === invoiceId);
  const subscriptionId =
    period !== undefined && 'subscriptionId' in period.data ? period.data.subscriptionId : null;
  let terms: (AcceptedTerms & { at: string }) | null = null;
  let startRequestedAt: Date | null = null;
  let cancelledAt: Date | null = null;
  const receiptKeys: string[] = [];
  for (const { id, type, data } of events) {
    if (!('subscriptionId' in data) || data.subscriptionId !== subscriptionId) continue;
    if (type === 'MembershipTermsAccepted' && new Date(data.at) <= paidAt) terms = data;
    if (type === 'MembershipStartRequested') startRequestedAt = new Date(data.at);
    if (type === 'MembershipCancellationScheduled') cancelledAt = new Date(data.at);
    if (type === 'MembershipCancellationWithdrawn') cancelledAt = null;
    if ('invoiceId' in data && data.invoiceId === invoiceId)
      receiptKeys.push(...['started', 'renewed', 'upgraded'].map((what) => `membership-${what}/${id}`));
  }
  return { agreement: { terms: withText(terms), startRequestedAt, cancelledAt }, receiptKeys };
}

async function findPeriod(
  source: Source,
  memberId: string,
  paymentIntentId: string,
): Promise<FoundSale | null> {
  const row = await readPeriodPaidWith(source.pool, { memberId, paymentIntentId });
  if (row === undefined) return null;
  const { invoiceId, planName, amountPence, paidAt, periodStart, periodEnd } = row;
  return {
    sale: {
      ...{ paymentIntentId, what: planName, pricePence: amountPence, paidAt, passes: null, startedAt: null },
      period: periodStart === null || periodEnd === null ? null : { start: periodStart, end: periodEnd },
    },
    lotId: getPeriodLotId(invoiceId),
    ...(await readAgreement(source, row)),
  };
}

/** The paid purchase nearest in time to this one. */
async function findOtherSale(
  { pool, deciders }: Source,
  memberId: string,
  { paymentIntentId, paidAt }: PaidSale,
): Promise<PaidSale | null> {
  const distance = ({ startedAt }: { startedAt: Date }) => Math.abs(startedAt.getTime() - paidAt.getTime());
  const [nearest] = (await readPaymentsOfMember(pool, memberId))
    .filter((other) => other.paymentIntentId !== paymentIntentId)
    .filter(({ state }) => state === 'paid' || state === 'granted')
    .toSorted((one, other) => distance(one) - distance(other));
  if (nearest === undefined) return null;
  const { payment } = (await deciders.load(paymentDecider, nearest.paymentIntentId)).state;
  return {
    paymentIntentId: nearest.paymentIntentId,
    what: nearest.passName,
    pricePence: nearest.pricePence,
    paidAt: new Date(payment?.paidAt ?? nearest.startedAt),
  };
}

/** Reads what the evidence of a dispute is filled from; null when the payment is not read yet. @throws PaymentsUnavailable */
export async function readEvidenceSources(
  source: Source,
  {
    paymentIntentId,
    reason,
    openedAt,
  }: Pick<DisputeFacts, 'reason' | 'openedAt'> & { paymentIntentId: string },
  memberId: string,
): Promise<EvidenceSources | null> {
  const { pool, config, payments } = source;
  const found =
    (await findPurchase(source, paymentIntentId)) ?? (await findPeriod(source, memberId, paymentIntentId));
  const user = await readUserById(pool, memberId);
  if (found === null || user === undefined) return null;
  const { sale, lotId, agreement, receiptKeys } = found;
  const lot = lotId === null ? undefined : (await readLotsByIds(pool, [lotId])).get(lotId);
  const bookings = (await readBookingsOfMember(pool, memberId))
    .filter((one) => one.lotId === lotId)
    .reverse();
  const { amountRefundedPence: refundedPence } = await payments.readPaymentIntent(paymentIntentId);
  const isErased = user.erasedAt !== null;
  return {
    studio: config.studio,
    dispute: { reason, openedAt },
    member: { id: memberId, name: isErased ? null : user.name, email: isErased ? null : user.email },
    sale: {
      ...sale,
      passes: sale.passes ?? lot?.granted ?? 0,
      refundedPence,
      expiresAt: lot?.expiresAt ?? null,
    },
    ...agreement,
    bookings,
    emails: await readEmailsAbout(pool, { paymentIntentId, lot: lot ?? null, receiptKeys, bookings }),
    otherSale: reason === 'duplicate' ? await findOtherSale(source, memberId, sale) : null,
  };
}
