import { formatLongDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import { getWithdrawalEnd } from '#domain/refund/decide.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, formatPasses, transactionId } from '#workers/emails/wording.ts';

export function receiptEmail(
  sender: Sender,
  purchase: {
    name: string;
    passName: string;
    passes: number;
    pricePence: number;
    boughtAt: Date;
    expiresAt: Date;
    /** null without a payment at Stripe. */
    paymentIntentId: string | null;
  },
): StudioEmail {
  return studioEmail(sender, {
    subject: `Your ${purchase.passName}`,
    preview: `${formatPasses(purchase.passes)} to use until ${formatLongDay(purchase.expiresAt)}.`,
    heading: `Thank you, ${firstName(purchase.name)}`,
    paragraphs: [
      `Your ${purchase.passName} has been added to your account.`,
      { label: 'Book your classes', path: '/book-classes' },
      ...(purchase.paymentIntentId === null
        ? []
        : [
            `You can cancel this purchase until ${formatLongDay(getWithdrawalEnd(purchase.boughtAt))}, in My Passes or by an answer to this email. A class that you take or cancel late by then is paid for.`,
            { label: 'Our terms', path: '/terms-of-service' },
          ]),
    ],
    facts: [
      { label: 'Pass', value: purchase.passName },
      { label: 'Classes', value: String(purchase.passes) },
      { label: 'Paid', value: formatPounds(purchase.pricePence) },
      { label: 'Date', value: formatLongDay(purchase.boughtAt) },
      { label: 'Use by', value: formatLongDay(purchase.expiresAt) },
      ...(purchase.paymentIntentId === null
        ? []
        : [{ label: 'Transaction ID', value: transactionId(purchase.paymentIntentId) }]),
    ],
  });
}
