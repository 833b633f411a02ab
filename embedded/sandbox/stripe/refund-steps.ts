import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Change } from './api-route.ts';
import { newId } from './ids.ts';

async function succeed(change: Change, { pending_reason, ...refund }: Stripe.Refund): Promise<void> {
  const done: Stripe.Refund = { ...refund, status: 'succeeded' };
  const before = { status: refund.status, ...(pending_reason === undefined ? {} : { pending_reason }) };
  await change.store.update('refund', done);
  await change.emit('refund.updated', done, before);
  await change.emit('charge.refund.updated', done, before);
}

/** The bank sent the money back, so the charge counts as not refunded by so much. */
async function fail(change: Change, refund: Stripe.Refund): Promise<void> {
  const charge = await change.store.lock('charge', typeof refund.charge === 'string' ? refund.charge : '');
  if (charge === null) throw new Error(`The refund ${refund.id} has no charge`);
  const failed: Stripe.Refund = {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: newId('txn'),
  };
  await change.store.update('refund', failed);
  await change.store.update('charge', {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  const before = { status: refund.status };
  await change.emit('refund.failed', failed);
  await change.emit('refund.updated', failed, before);
  await change.emit('charge.refund.updated', failed, before);
}

/** The later course of a refund to one of the cards for that: a pending one succeeds, one that succeeded fails. */
export async function finishRefund(change: Change, id: string): Promise<void> {
  const refund = await change.store.lock('refund', id);
  if (refund?.status === 'pending') return succeed(change, refund);
  if (refund?.status === 'succeeded') return fail(change, refund);
}
