import { formatLongDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import type { Sentences } from './sentence.ts';

/** Of payments, refunds and disputes. */
export const paymentSentences = {
  PAYMENT_NOT_FOUND: { status: 404, format: () => 'We could not find this payment.' },
  PAYMENT_NOT_COMPLETE: {
    status: 409,
    format: () => 'This payment has not gone through. You have not been charged.',
  },
  PAYMENT_PROCESSING: {
    status: 409,
    format: () => 'Your bank is still working on this payment. Your pass follows as soon as it is through.',
  },
  PAYMENT_REFUNDED: { status: 409, format: () => 'This payment has been refunded.' },
  PAYMENT_DISPUTED: {
    status: 409,
    format: () =>
      'The member’s bank disputes this payment. It cannot be refunded until the dispute is decided.',
  },
  DISPUTE_NOT_FOUND: { status: 404, format: () => 'We could not find this dispute.' },
  DISPUTE_ANSWERED: {
    status: 409,
    format: () => 'The evidence of this dispute has been sent already. It can be sent once.',
  },
  DISPUTE_CLOSED: {
    status: 409,
    format: ({ isOverdue }) =>
      isOverdue === true
        ? 'The time to answer this dispute is over. Nothing was sent.'
        : 'This dispute is closed. Nothing was sent.',
  },
  EVIDENCE_TOO_LONG: {
    status: 422,
    format: ({ pages, maxPages }) =>
      `The evidence is too long: it has ${pages} pages, and the bank reads ${maxPages}. Shorten its longest texts. Nothing was sent.`,
  },
  EVIDENCE_REFUSED: {
    status: 409,
    format: () => 'The payment provider refused this evidence. Nothing was sent to the bank.',
  },
  OVER_REFUND: {
    status: 422,
    format: ({ leftPence }) =>
      leftPence === 0
        ? 'Nothing of this payment is left to refund.'
        : `Only ${formatPounds(Number(leftPence))} of this payment is left. Refund that or less.`,
  },
  NOTHING_UNUSED: {
    status: 422,
    format: () => 'Nothing of this payment is unused. Choose the whole payment or an amount.',
  },
  REFUND_IN_PROGRESS: {
    status: 409,
    format: () => 'Another refund of this payment is on its way. Try again in a moment.',
  },
  WITHDRAWAL_OVER: {
    status: 409,
    format: ({ endedAt }) =>
      `The 14 days to cancel this purchase ended on ${formatLongDay(String(endedAt))}.`,
  },
  NOTHING_TO_WITHDRAW: {
    status: 409,
    format: () =>
      'Every pass of this purchase is used, or in a class that can’t be cancelled freely any more. Nothing would come back.',
  },
  REFUND_REFUSED: {
    status: 409,
    format: () => 'The payment provider refused this refund. No money was moved.',
  },
  REQUEST_KEY_USED: {
    status: 409,
    format: () => 'This refund was sent before with other details. Close the dialog and start again.',
  },
} satisfies Partial<Sentences>;
