import { formatLongDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, passes, transactionId } from '#workers/emails/wording.ts';

export function receiptEmail(
  sender: Sender,
  bought: {
    name: string;
    passName: string;
    passes: number;
    pricePence: number;
    boughtAt: Date;
    expiresAt: Date;
    /** null when Stripe had no part in it. */
    paymentIntentId: string | null;
  },
): StudioEmail {
  return studioEmail(sender, {
    subject: `Your ${bought.passName}`,
    preview: `${passes(bought.passes)} to use until ${formatLongDay(bought.expiresAt)}.`,
    heading: `Thank you, ${firstName(bought.name)}`,
    paragraphs: [
      `Your ${bought.passName} has been added to your account.`,
      { label: 'Book your classes', path: '/book-classes' },
    ],
    facts: [
      { label: 'Pass', value: bought.passName },
      { label: 'Classes', value: String(bought.passes) },
      { label: 'Paid', value: formatPounds(bought.pricePence) },
      { label: 'Date', value: formatLongDay(bought.boughtAt) },
      { label: 'Use by', value: formatLongDay(bought.expiresAt) },
      ...(bought.paymentIntentId === null
        ? []
        : [{ label: 'Transaction ID', value: transactionId(bought.paymentIntentId) }]),
    ],
  });
}
