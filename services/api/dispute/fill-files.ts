import type { EvidenceFile } from '#domain/dispute/evidence.ts';
import { formatPounds } from '#domain/money.ts';
import { describeBookingOutcome, describeClass, formatDate, formatMoment } from './booking-words.ts';
import type { EvidenceSources, PaidSale } from './evidence-sources.ts';
import { nameCustomer } from './fill-texts.ts';

function writeReceipt(sources: EvidenceSources, sale: PaidSale, further: readonly string[]): string {
  const { studio, member } = sources;
  return [
    studio.name,
    studio.address,
    studio.email,
    '',
    `Customer: ${nameCustomer(sources)}`,
    ...(member.email === null ? [] : [`Email: ${member.email}`]),
    `Bought: ${sale.what}`,
    ...further,
    `Paid: ${formatPounds(sale.pricePence)}, by card`,
    `Date: ${formatMoment(sale.paidAt)}`,
    `Payment: ${sale.paymentIntentId}`,
  ]
    .filter((line, index) => line !== '' || index === 3)
    .join('\n');
}

function documentService({ sale, bookings, dispute }: EvidenceSources): string {
  const { passes, expiresAt, period } = sale;
  const heading =
    period === null
      ? `${sale.what}: ${passes} passes${expiresAt === null ? '' : `, to use until ${formatDate(expiresAt)}`}`
      : `${sale.what}: ${passes} passes from ${formatDate(period.start)} to ${formatDate(period.end)}`;
  if (bookings.length === 0) return `${heading}\n\nNo class was booked.`;
  const lines = bookings.map(
    (booking) =>
      `Booking ${booking.id}: ${describeClass(booking)}; booked on ${formatMoment(booking.createdAt)}; ${describeBookingOutcome(booking, dispute.openedAt)}.`,
  );
  return [heading, '', 'Classes booked with these passes, as the studio recorded them:', ...lines].join('\n');
}

const listEmails = ({ emails }: EvidenceSources): string =>
  emails.length === 0
    ? ''
    : [
        'Emails that were sent to the customer about this purchase:',
        ...emails.map(({ what, sentAt }) => `${formatMoment(sentAt)}: ${what}`),
      ].join('\n');

/** The headings of the terms, which their first lines list. */
function listHeadings(lines: readonly string[]): string[] {
  const from = lines.indexOf('On this page') + 1;
  const [first] = lines.slice(from);
  const end = first === undefined ? -1 : lines.indexOf(first, from + 1);
  return from === 0 || end === -1 ? [] : lines.slice(from, end);
}

/** These sections of the terms; the whole text when it does not have them. */
export function pickSections(text: string, wanted: readonly string[]): string {
  const lines = text.split('\n');
  const headings = listHeadings(lines);
  const body = lines.slice(lines.indexOf('On this page') + 1 + headings.length);
  const sections = wanted.flatMap((heading) => {
    const at = body.indexOf(heading);
    if (at === -1 || !headings.includes(heading)) return [];
    const end = body.findIndex((line, index) => index > at && headings.includes(line));
    return [body.slice(at, end === -1 ? undefined : end).join('\n')];
  });
  return sections.length === 0 ? text : sections.join('\n\n');
}

function quoteTerms({ terms, studio }: EvidenceSources, wanted: readonly string[]): string {
  if (terms === null) return '';
  return [
    `Terms of service of ${studio.name}, version ${terms.version}, as the customer accepted them on ${formatMoment(terms.at)}.`,
    `SHA-256 of the whole text: ${terms.sha256}`,
    '',
    pickSections(terms.text, wanted),
  ].join('\n');
}

/** The texts of the files; an empty one is not sent. */
export function fillFiles(sources: EvidenceSources): Record<EvidenceFile, string> {
  const { sale, otherSale } = sources;
  const { passes, expiresAt, period } = sale;
  const further = [
    `Classes: ${passes}`,
    ...(period === null ? [] : [`Period: ${formatDate(period.start)} to ${formatDate(period.end)}`]),
    ...(period !== null || expiresAt === null ? [] : [`Use by: ${formatDate(expiresAt)}`]),
  ];
  return {
    receipt: writeReceipt(sources, sale, further),
    service_documentation: documentService(sources),
    customer_communication: listEmails(sources),
    cancellation_policy: quoteTerms(sources, [
      'Cancelling and moving',
      ...(period === null ? [] : ['The monthly membership']),
    ]),
    refund_policy: quoteTerms(sources, ['Payments and refunds']),
    duplicate_charge_documentation: otherSale === null ? '' : writeReceipt(sources, otherSale, []),
  };
}
