import { formatPounds } from '#domain/money.ts';
import type { WithdrawalPreview } from '#services/commands/refund/withdraw.ts';
import type { WithdrawalPreviewAnswer } from '#services/contract/wallet.ts';
import { answerDryRun } from '../dry-run.ts';
import { formatCount } from './wording.ts';

/** What cancelling a purchase would do, for the member who confirms it. */
export function describeWithdrawal(
  { amountPence, cancelled, taken, passesLost }: WithdrawalPreview,
  what: 'purchase' | 'membership',
): WithdrawalPreviewAnswer {
  const summary = [
    ...(what === 'membership' ? ['Your membership ends now, and you are not charged again.'] : []),
    ...(cancelled > 0
      ? [
          `${formatCount(cancelled, 'class that you have booked is', 'classes that you have booked are')} cancelled.`,
        ]
      : []),
    `${formatPounds(amountPence)} goes back to the card that paid, in five to ten days.`,
    ...(taken > 0
      ? [
          `${formatCount(taken, 'class taken or cancelled late is', 'classes taken or cancelled late are')} paid for.`,
        ]
      : []),
    ...(passesLost > 0 ? [`${formatCount(passesLost, 'unused pass ends', 'unused passes end')} now.`] : []),
    'It can’t be undone.',
  ];
  return {
    ...answerDryRun({
      summary,
      counts: { bookings: cancelled, passesReturned: 0, passesLost, emails: 1 + cancelled },
      people: [],
    }),
    amountPence,
    bookingsCancelled: cancelled,
    classesPaid: taken,
  };
}
