import { addDaysToDay, endOfLondonDay, toLondonDay } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import type { RefundRequest, RefundState } from './decider.ts';
import { type RefundEvent, type RefundMode, WITHDRAWAL_KEY } from './events.ts';
import { computeUnusedPence, computeWithdrawal, getLeftPence, type Sale } from './sale.ts';

/** The days after that of the purchase in which a consumer may cancel it (Consumer Contracts Regulations 2013). */
const WITHDRAWAL_DAYS = 14;

export interface RefundOrder {
  readonly mode: RefundMode;
  /** With `part`: what goes back. */
  readonly amountPence?: number | undefined;
}

/**
 * How much an order gives back.
 * @throws Refusal PAYMENT_DISPUTED, OVER_REFUND, NOTHING_UNUSED, NOTHING_TO_WITHDRAW
 */
export function computeRefund(sale: Sale, { mode, amountPence }: RefundOrder, now: Date): number {
  const leftPence = getLeftPence(sale);
  // Stripe refunds nothing of a charge that a bank disputes.
  if (sale.disputedPence > 0) throw new Refusal('PAYMENT_DISPUTED');
  if (leftPence === 0) throw new Refusal('OVER_REFUND', { leftPence });
  switch (mode) {
    case 'whole':
      return leftPence;
    case 'part':
      if (amountPence === undefined || amountPence > leftPence)
        throw new Refusal('OVER_REFUND', { leftPence });
      return amountPence;
    case 'withdrawal': {
      const back = computeWithdrawal(sale);
      if (back === 0) throw new Refusal('NOTHING_TO_WITHDRAW');
      return back;
    }
    case 'unused': {
      const unused = computeUnusedPence(sale, now);
      if (unused === 0) throw new Refusal('NOTHING_UNUSED');
      return unused;
    }
  }
}

/**
 * How much cancelling what was paid in several parts gives back, by part.
 * @throws Refusal PAYMENT_DISPUTED; OVER_REFUND or NOTHING_TO_WITHDRAW when it is nothing
 */
export function computeWithdrawals(sales: readonly Sale[]): number[] {
  if (sales.some(({ disputedPence }) => disputedPence > 0)) throw new Refusal('PAYMENT_DISPUTED');
  if (sales.every((sale) => getLeftPence(sale) === 0)) throw new Refusal('OVER_REFUND', { leftPence: 0 });
  const amounts = sales.map(computeWithdrawal);
  if (amounts.every((pence) => pence === 0)) throw new Refusal('NOTHING_TO_WITHDRAW');
  return amounts;
}

/** The refund that was requested and neither made nor refused yet. */
export const findOpenRefund = ({ requests }: RefundState): RefundRequest | undefined =>
  [...requests.values()].find(({ status }) => status === 'requested');

const isBegun = ({ requests }: RefundState): boolean => requests.get(WITHDRAWAL_KEY)?.status === 'begun';

function assertNoneOpen(state: RefundState): void {
  if (findOpenRefund(state) !== undefined || isBegun(state)) throw new Refusal('REFUND_IN_PROGRESS');
}

/** The last instant of a purchase's 14 days: the end of the London day, the day of the purchase being day 0. */
export const getWithdrawalEnd = (paidAt: Date): Date =>
  endOfLondonDay(addDaysToDay(toLondonDay(paidAt), WITHDRAWAL_DAYS));

/** @throws Refusal WITHDRAWAL_OVER */
export function assertCanWithdraw(paidAt: Date, now: Date): void {
  const end = getWithdrawalEnd(paidAt);
  if (now > end) throw new Refusal('WITHDRAWAL_OVER', { endedAt: end.toISOString() });
}

/**
 * Begins to cancel a purchase within 14 days. Appends nothing if it was begun before.
 * @throws Refusal WITHDRAWAL_OVER, REFUND_IN_PROGRESS
 */
export function requestWithdrawal(
  state: RefundState,
  {
    now,
    paidAt,
    ...purchase
  }: { paymentIntentId: string; memberId: string; lotId: string; paidAt: Date; now: Date },
): RefundEvent[] {
  if (state.requests.has(WITHDRAWAL_KEY)) return [];
  assertCanWithdraw(paidAt, now);
  assertNoneOpen(state);
  const data = { ...purchase, requestKey: WITHDRAWAL_KEY, at: now.toISOString() };
  return [{ type: 'WithdrawalRequested', data }];
}

/**
 * Requests a refund, one at a time for a payment. Appends nothing for a key that was used for the same order.
 * @throws Refusal REFUND_IN_PROGRESS, REQUEST_KEY_USED; as `computeRefund`
 */
export function requestRefund(
  state: RefundState,
  {
    paymentIntentId,
    requestKey,
    sale,
    order,
    reason,
    now,
  }: {
    paymentIntentId: string;
    requestKey: string;
    sale: Sale;
    order: RefundOrder;
    /** null for a withdrawal, and for an erased member, with whose key it would be sealed. */
    reason: string | null;
    now: Date;
  },
): RefundEvent[] {
  const known = state.requests.get(requestKey);
  if (known !== undefined && known.status !== 'begun') {
    const isSame =
      known.mode === order.mode && (order.mode !== 'part' || known.amountPence === order.amountPence);
    if (!isSame) throw new Refusal('REQUEST_KEY_USED');
    return [];
  }
  if (known === undefined) assertNoneOpen(state);
  const { memberId } = sale;
  const amountPence = computeRefund(sale, order, now);
  const of = { paymentIntentId, memberId, requestKey };
  const at = now.toISOString();
  const requested: RefundEvent = {
    type: 'RefundRequested',
    data: { ...of, mode: order.mode, amountPence, at },
  };
  if (reason === null) return [requested];
  return [requested, { type: 'RefundReasonGiven', data: { ...of, personal: { reason }, at } }];
}

/** Records Stripe's answer to a request, once. */
export function settleRequest(
  state: RefundState,
  {
    paymentIntentId,
    requestKey,
    outcome,
    now,
  }: {
    paymentIntentId: string;
    requestKey: string;
    outcome: { readonly refundId: string } | { readonly refused: string };
    now: Date;
  },
): RefundEvent[] {
  const request = state.requests.get(requestKey);
  const isOpen = request?.status === 'requested' || ('refused' in outcome && request?.status === 'begun');
  if (request === undefined || !isOpen) return [];
  const { memberId, amountPence } = request;
  const data = { paymentIntentId, memberId, requestKey, amountPence, at: now.toISOString() };
  if ('refused' in outcome) return [{ type: 'RefundRefused', data: { ...data, code: outcome.refused } }];
  return [{ type: 'RefundMade', data: { ...data, refundId: outcome.refundId } }];
}
