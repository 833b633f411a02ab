import type { EvidenceText } from '#domain/dispute/evidence.ts';
import { formatPounds } from '#domain/money.ts';
import { getWithdrawalEnd } from '#domain/refund/decide.ts';
import { formatCount } from '../presenters/wording.ts';
import {
  countUsedPasses,
  describeBookingOutcome,
  describeClass,
  formatDate,
  formatMoment,
  listHeldClasses,
} from './booking-words.ts';
import type { EvidenceSources } from './evidence-sources.ts';

export const nameCustomer = ({ member }: EvidenceSources): string => member.name ?? `Customer ${member.id}`;

function describeProduct({ sale, studio }: EvidenceSources): string {
  const { what, passes, pricePence, paidAt, expiresAt, period } = sale;
  const price = `Sold online on ${formatDate(paidAt)} for ${formatPounds(pricePence)}.`;
  const classes = `${formatCount(passes, 'class', 'classes')} at ${studio.name}, ${studio.town}`;
  if (period !== null)
    return `${what}, a membership: ${classes}, from ${formatDate(period.start)} to ${formatDate(period.end)}. ${price}`;
  const until =
    expiresAt === null
      ? ''
      : ` They could be booked online at once, and used until ${formatDate(expiresAt)}.`;
  return `${what}: the right to ${classes}. ${price}${until}`;
}

/** The day on which the service began: of the first class, or of the purchase when the payer asked for an immediate start. */
function findServiceDate({ bookings, dispute, startRequestedAt, sale }: EvidenceSources): string {
  const held = listHeldClasses(bookings, dispute.openedAt);
  const first = held.find(({ attended }) => attended === true) ?? held[0];
  if (first !== undefined) return formatDate(first.startsAt);
  return startRequestedAt === null ? '' : formatDate(sale.paidAt);
}

function summarise(sources: EvidenceSources): string {
  const { sale, bookings, dispute, startRequestedAt } = sources;
  const held = listHeldClasses(bookings, dispute.openedAt);
  const attended = held.filter((booking) => booking.attended === true).length;
  const sentences = [
    `${nameCustomer(sources)} paid ${formatPounds(sale.pricePence)} for ${sale.what} on ${formatMoment(sale.paidAt)}, signed in to their own account.`,
    ...(startRequestedAt === null
      ? []
      : [
          'They asked for the service to begin at once, within the 14 days in which the purchase can be cancelled.',
        ]),
    bookings.length === 0
      ? 'No class was booked with it.'
      : `They made ${formatCount(bookings.length, 'booking', 'bookings')} with it. By the day of the dispute ${formatCount(held.length, 'class was', 'classes were')} held for them, of which they attended ${attended}.`,
    sale.refundedPence === 0
      ? 'None of the payment was refunded.'
      : `${formatPounds(sale.refundedPence)} of the payment was refunded.`,
  ];
  return sentences.join('\n');
}

function explainRefusal({ sale, bookings, dispute, startRequestedAt }: EvidenceSources): string {
  const used = countUsedPasses(bookings, dispute.openedAt);
  if (used === 0) return '';
  const last = formatDate(getWithdrawalEnd(sale.paidAt));
  return [
    `Of the ${formatCount(sale.passes, 'class', 'classes')} that were paid for, ${used} ${used === 1 ? 'was' : 'were'} used: the place was held for the customer, or cancelled too late to be given on.`,
    `The purchase could be cancelled online until ${last}${startRequestedAt === null ? '' : ', less the classes taken by then, as the customer had asked for an immediate start'}.`,
    sale.refundedPence === 0 ? '' : `${formatPounds(sale.refundedPence)} was refunded before the dispute.`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function rebutCancellation({ sale, dispute, cancelledAt }: EvidenceSources): string {
  if (dispute.reason !== 'subscription_canceled' || sale.period === null) return '';
  const { start, end } = sale.period;
  const paid = `The payment is for the period from ${formatDate(start)} to ${formatDate(end)}, and was taken on ${formatDate(sale.paidAt)}.`;
  if (cancelledAt === null)
    return `${paid}\nNo cancellation was received. A membership can be cancelled online at any time, for the end of its period.`;
  return cancelledAt > sale.paidAt
    ? `${paid}\nThe membership was cancelled on ${formatMoment(cancelledAt)}, after this payment, for the end of the period that it paid.`
    : '';
}

/** How the accepted terms were shown, with what they state about `subject`. */
function discloseTerms({ terms, emails, sale }: EvidenceSources, subject: string): string {
  if (terms === null) return '';
  // The receipt of a membership describes its cancellation in other words.
  const receipt = sale.period === null ? emails.find(({ what }) => what === 'receipt') : undefined;
  return [
    `Before paying, the customer accepted the terms of service, which the payment form links to and which say ${subject}.`,
    `The acceptance was recorded on ${formatMoment(terms.at)}: version ${terms.version}, SHA-256 ${terms.sha256}.`,
    ...(receipt === undefined
      ? []
      : [
          `The receipt, emailed on ${formatMoment(receipt.sentAt)}, repeats until when the purchase can be cancelled and links to the terms.`,
        ]),
  ].join('\n');
}

/** What the customer did in their account with this purchase, in the order in which it happened. */
function logActivity({
  sale,
  terms,
  startRequestedAt,
  cancelledAt,
  bookings,
  dispute,
}: EvidenceSources): string {
  const entries: { at: Date; what: string }[] = [
    { at: sale.paidAt, what: `Paid ${formatPounds(sale.pricePence)} for ${sale.what}` },
  ];
  if (sale.startedAt !== null)
    entries.push({ at: sale.startedAt, what: `Opened the payment form for ${sale.what}` });
  if (terms !== null)
    entries.push({ at: terms.at, what: `Accepted the terms of service, version ${terms.version}` });
  if (startRequestedAt !== null)
    entries.push({ at: startRequestedAt, what: 'Asked for the service to begin at once' });
  if (cancelledAt !== null)
    entries.push({ at: cancelledAt, what: 'Cancelled the membership for the end of its period' });
  for (const booking of bookings) {
    entries.push({
      at: booking.createdAt,
      what: `Booked: ${describeClass(booking)} (booking ${booking.id})`,
    });
    const outcome = `${describeBookingOutcome(booking, dispute.openedAt)}: ${describeClass(booking)} (booking ${booking.id})`;
    const at = booking.releasedAt ?? booking.startsAt;
    if (at <= dispute.openedAt)
      entries.push({ at, what: outcome.charAt(0).toUpperCase() + outcome.slice(1) });
  }
  return entries
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, what }) => `${formatMoment(at)}: ${what}`)
    .join('\n');
}

function explainDuplicate({ sale, otherSale }: EvidenceSources): string {
  if (otherSale === null) return '';
  const describe = ({ paymentIntentId, what, pricePence, paidAt }: typeof otherSale) =>
    `${paymentIntentId}: ${what} for ${formatPounds(pricePence)}, paid on ${formatMoment(paidAt)}.`;
  return `The two payments are for separate purchases.\n${describe(sale)}\n${describe(otherSale)}`;
}

/** The text fields; an empty text is of no use for this dispute, or nothing is recorded for it. */
export function fillTexts(sources: EvidenceSources): Record<EvidenceText, string> {
  const { member, otherSale, sale } = sources;
  const cancelling =
    sale.period === null ? 'how a class and a purchase are cancelled' : 'how the membership is cancelled';
  return {
    product_description: describeProduct(sources),
    customer_name: member.name ?? '',
    customer_email_address: member.email ?? '',
    service_date: findServiceDate(sources),
    uncategorized_text: summarise(sources),
    refund_refusal_explanation: explainRefusal(sources),
    cancellation_rebuttal: rebutCancellation(sources),
    duplicate_charge_id: otherSale?.paymentIntentId ?? '',
    duplicate_charge_explanation: explainDuplicate(sources),
    cancellation_policy_disclosure: discloseTerms(sources, cancelling),
    refund_policy_disclosure: discloseTerms(sources, 'what is refunded and what is not'),
    access_activity_log: logActivity(sources),
  };
}
