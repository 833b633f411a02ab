import { refundPayment } from '#domain/payment/decide.ts';
import { type Payment, paymentDecider } from '#domain/payment/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { type RefundPayments, refundOnce } from './refund-once.ts';

/** The reason of a refund for a payment that the wallet refused. */
export const REFUSED_BY_WALLET = 'already_used';

/** The reason of a refund for a member who left before the grant. */
export const MEMBER_LEFT = 'member_left';

/** Refunds a payment that cannot be granted. Repeated calls refund once. */
export async function refundRefused(
  { deciders, payments }: CommandDeps & { readonly payments: RefundPayments },
  { paymentIntentId, order }: Payment,
  reason: typeof REFUSED_BY_WALLET | typeof MEMBER_LEFT,
  context: CommandContext,
): Promise<void> {
  await refundOnce(payments, paymentIntentId, {
    idempotencyKey: `refund/${paymentIntentId}/${reason}`,
    reason: reason === REFUSED_BY_WALLET ? 'duplicate' : 'requested_by_customer',
  });
  await deciders.handle(
    paymentDecider,
    paymentIntentId,
    stepContext(context, paymentIntentId, 'refund'),
    (state) =>
      refundPayment(state, {
        refundedPence: order.amountPence,
        reason,
        now: context.now,
      }),
  );
}
