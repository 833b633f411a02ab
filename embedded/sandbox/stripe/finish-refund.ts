import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Transaction } from './api-route.ts';
import { newId } from './ids.ts';

async function recordSuccess(tx: Transaction, { pending_reason, ...refund }: Stripe.Refund): Promise<void> {
  const done: Stripe.Refund = { ...refund, status: 'succeeded' };
  const before = { status: refund.status, ...(pending_reason === undefined ? {} : { pending_reason }) };
  await tx.store.update('refund', done);
  await tx.emit('refund.updated', done, before);
  await tx.emit('charge.refund.updated', done, before);
}

/** The bank returned the money, so the charge's refunded amount decreases. */
async function recordFailure(tx: Transaction, refund: Stripe.Refund): Promise<void> {
  const charge = await tx.store.lock('charge', typeof refund.charge === 'string' ? refund.charge : '');
  if (charge === null) throw new Error(`The refund ${refund.id} has no charge`);
  const failed: Stripe.Refund = {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: newId('txn'),
  };
  await tx.store.update('refund', failed);
  await tx.store.update('charge', {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  const before = { status: refund.status };
  await tx.emit('refund.failed', failed);
  await tx.emit('refund.updated', failed, before);
  await tx.emit('charge.refund.updated', failed, before);
}

/** Finishes a refund to a test card: a pending one succeeds, one that succeeded fails. */
export async function finishRefund(tx: Transaction, id: string): Promise<void> {
  const refund = await tx.store.lock('refund', id);
  if (refund?.status === 'pending') return recordSuccess(tx, refund);
  if (refund?.status === 'succeeded') return recordFailure(tx, refund);
}
