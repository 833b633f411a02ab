import { assertCanWithdraw, computeWithdrawals, requestWithdrawal } from '#domain/refund/decide.ts';
import { refundDecider } from '#domain/refund/decider.ts';
import { WITHDRAWAL_KEY } from '#domain/refund/events.ts';
import { countPaidClasses, countPassesLost, type Sale } from '#domain/refund/sale.ts';
import { Refusal } from '#domain/refusal.ts';
import { createDryRun } from '#infra/event-store/dry-run.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { PaymentsUnavailable } from '#infra/payments/errors.ts';
import { type AppendResult, pickLaterPosition } from '../append-result.ts';
import { stepContext } from '../step-context.ts';
import { finishRefund } from './finish-refund.ts';
import { cancelBookingsAhead, finishWithdrawal } from './finish-withdrawal.ts';
import { type RefundDeps, readSale } from './read-sale.ts';

/** What a member may cancel within 14 days. */
export interface Withdrawable {
  readonly memberId: string;
  readonly paidAt: Date;
  /** What was paid, at least one; a larger plan of a membership is paid for itself. */
  readonly sales: readonly { readonly paymentIntentId: string; readonly lotId: string }[];
}

export interface WithdrawalPreview {
  readonly amountPence: number;
  /** Bookings ahead that are cancelled first. */
  readonly cancelled: number;
  /** Passes that are paid for: used, or lost on a late cancellation, also on one of these. */
  readonly taken: number;
  /** Unused passes that the member gives up. */
  readonly passesLost: number;
}

export interface Withdrawal extends AppendResult {
  readonly amountPence: number;
  /** False while Stripe does not answer: the sweep makes it. */
  readonly isMade: boolean;
}

/**
 * Calculates what cancelling it gives back now: the bookings ahead are cancelled without appending anything.
 * @throws Refusal WITHDRAWAL_OVER, PAYMENT_DISPUTED, OVER_REFUND, NOTHING_TO_WITHDRAW; PaymentsUnavailable
 */
export async function previewWithdraw(
  deps: RefundDeps,
  { memberId, paidAt, sales }: Withdrawable,
  now: Date,
): Promise<WithdrawalPreview> {
  assertCanWithdraw(paidAt, now);
  const dry = { ...deps, deciders: createDryRun(deps.deciders).deciders };
  const context = { now, commandId: 'dry run', actor: { kind: 'member' as const, id: memberId } };
  let cancelled = 0;
  const read: Sale[] = [];
  for (const { lotId, paymentIntentId } of sales) {
    cancelled += await cancelBookingsAhead(dry, { memberId, lotId }, context);
    read.push(await readSale(dry, paymentIntentId));
  }
  const amounts = computeWithdrawals(read);
  const sum = (count: (sale: Sale, index: number) => number) =>
    read.reduce((total, sale, index) => total + count(sale, index), 0);
  return {
    amountPence: sum((_, index) => amounts[index] ?? 0),
    cancelled,
    taken: sum(countPaidClasses),
    passesLost: sum((sale, index) => countPassesLost(sale, amounts[index] ?? 0).taken),
  };
}

/** The state of the withdrawal of one payment. */
const readRequest = async ({ deciders }: RefundDeps, paymentIntentId: string) =>
  (await deciders.load(refundDecider, paymentIntentId)).state.requests.get(WITHDRAWAL_KEY);

/** Takes each part to its end; null if Stripe does not answer. */
async function finish(
  deps: RefundDeps,
  sales: Withdrawable['sales'],
  context: CommandContext,
): Promise<bigint | null> {
  let last: bigint | null = null;
  try {
    for (const { paymentIntentId } of sales) {
      const step = stepContext(context, 'finish', paymentIntentId);
      last = pickLaterPosition(last, (await finishWithdrawal(deps, { paymentIntentId }, step)).position);
    }
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
  }
  return last;
}

/**
 * Cancels it: its bookings ahead are cancelled, and the price comes back, less the classes taken. Pressed again it goes on where it was.
 * @throws Refusal as `previewWithdraw`; REFUND_IN_PROGRESS; REFUND_REFUSED; PaymentsUnavailable while nothing is recorded yet
 */
export async function withdraw(
  deps: RefundDeps,
  withdrawable: Withdrawable,
  context: CommandContext,
): Promise<Withdrawal> {
  const { memberId, paidAt, sales } = withdrawable;
  const [first] = sales;
  if (first === undefined) throw new Refusal('NOTHING_TO_WITHDRAW');
  if ((await readRequest(deps, first.paymentIntentId)) === undefined) {
    // A refund that a crash left open would block this one.
    for (const { paymentIntentId } of sales)
      await finishRefund(deps, { paymentIntentId }, stepContext(context, 'earlier', paymentIntentId));
    await previewWithdraw(deps, withdrawable, context.now);
  }
  const begun = await deps.deciders.handle(
    refundDecider,
    first.paymentIntentId,
    stepContext(context, 'withdraw'),
    (state) => requestWithdrawal(state, { ...first, memberId, paidAt, now: context.now }),
  );
  const finished = await finish(deps, sales, context);
  const requests = await Promise.all(sales.map((sale) => readRequest(deps, sale.paymentIntentId)));
  const refused = requests.filter((request) => request?.status === 'refused');
  if (refused.length === sales.length) throw new Refusal('REFUND_REFUSED', { code: refused[0]?.code ?? '' });
  const accepted = requests.filter((request) => request?.status !== 'refused');
  return {
    amountPence: accepted.reduce((sum, request) => sum + (request?.amountPence ?? 0), 0),
    isMade: accepted.every((request) => request?.status === 'made'),
    position: pickLaterPosition(finished, begun.position),
  };
}
