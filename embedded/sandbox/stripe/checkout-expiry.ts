import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Transaction } from './api-route.ts';
import { expireSubscription } from './end-subscription.ts';

/** Expires an open session that the caller has locked, with its unpaid subscription. */
export async function expireSession(
  tx: Transaction,
  session: Stripe.Checkout.Session,
): Promise<Stripe.Checkout.Session> {
  const expired: Stripe.Checkout.Session = { ...session, status: 'expired', url: null };
  await tx.store.update('checkout.session', expired);
  await tx.store.unschedule(session.id);
  const { subscription } = await tx.store.readHidden(session.id);
  if (subscription !== undefined) await expireSubscription(tx, subscription);
  await tx.emit('checkout.session.expired', expired);
  return expired;
}

/** Expires a session at its `expires_at`, unless it is complete or expired. */
export async function expireSessionById(tx: Transaction, id: string): Promise<void> {
  const session = await tx.store.lock('checkout.session', id);
  if (session?.status === 'open') await expireSession(tx, session);
}
