import type { DomainEvent, EventDefinition, Personal } from '../event.ts';

/** `whole`: all that is left; `part`: an amount of staff; `unused`: the unused passes, or the unused days of a membership's period. */
export const refundModes = ['whole', 'part', 'unused'] as const;
/** `withdrawal`: a member cancels the purchase within 14 days, and gets back all but the classes taken. */
export type RefundMode = (typeof refundModes)[number] | 'withdrawal';

/** The request key of a withdrawal: there is one for each purchase. */
export const WITHDRAWAL_KEY = 'withdrawal';

interface Of {
  paymentIntentId: string;
  memberId: string;
  /** The idempotency key of staff: the same key refunds once. */
  requestKey: string;
}

export type RefundEvent =
  /** Staff decided to give money back; until it is made or refused, no other refund of the payment begins. */
  | DomainEvent<'RefundRequested', Of & { mode: RefundMode; amountPence: number }>
  /** A member cancels a purchase within 14 days. Bookings ahead are cancelled next, then its refund is requested. */
  | DomainEvent<'WithdrawalRequested', Of & { lotId: string }>
  /** Why, in the words of staff. Not recorded for an erased member, whose key is destroyed. */
  | DomainEvent<'RefundReasonGiven', Of & { personal: Personal<{ reason: string }> }>
  /** Stripe accepted it as `refundId`. The payment's own events record what became of the money. */
  | DomainEvent<'RefundMade', Of & { amountPence: number; refundId: string }>
  /** Stripe refused it for the reason `code`, and no money moved. */
  | DomainEvent<'RefundRefused', Of & { amountPence: number; code: string }>;

export const refundEventDefinitions = {
  RefundRequested: { version: 1 },
  WithdrawalRequested: { version: 1 },
  RefundReasonGiven: { version: 1, personal: true },
  RefundMade: { version: 1 },
  RefundRefused: { version: 1 },
} satisfies Record<RefundEvent['type'], EventDefinition>;
