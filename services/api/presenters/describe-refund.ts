import { formatPounds } from '#domain/money.ts';
import type { RefundPreview } from '#services/commands/refund/preview-refund.ts';
import type { RefundPreviewAnswer } from '#services/contract/admin-refunds.ts';
import { answerDryRun } from '../dry-run.ts';
import { formatCount } from './wording.ts';

function describePassesInUse(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? '1 pass is in a booking: it stands, and the pass goes to the studio should it be cancelled.'
      : `${count} passes are in bookings: they stand, and the passes go to the studio should they be cancelled.`,
  ];
}

const membershipTexts: Readonly<Record<NonNullable<RefundPreview['membership']>, string[]>> = {
  goes_on: ['The membership itself goes on until it is cancelled.'],
  ending: ['The membership ends with its period, as it was cancelled for.'],
  ended: [],
};

/** What a refund would do, for the person who confirms it. */
export function describeRefund(
  { memberId, membership, amountPence, leftPence, passesTaken, passesInUse }: RefundPreview,
  name: string,
): RefundPreviewAnswer {
  const summary = [
    `${formatPounds(amountPence)} goes back to the card that paid, in five to ten days.`,
    ...(passesTaken > 0 ? [`${formatCount(passesTaken, 'pass is', 'passes are')} taken back at once.`] : []),
    ...describePassesInUse(passesInUse),
    ...(membership === null ? [] : membershipTexts[membership]),
    leftPence > 0
      ? `${formatPounds(leftPence)} of the payment stays with the studio.`
      : 'Nothing of the payment stays with the studio.',
    'One email tells the member.',
  ];
  return {
    ...answerDryRun({
      summary,
      counts: { bookings: 0, passesReturned: 0, passesLost: passesTaken, emails: 1 },
      people: [{ userId: memberId, name, effect: `gets ${formatPounds(amountPence)} back` }],
    }),
    refund: { amountPence, leftPence, passesTaken, passesInUse },
  };
}
