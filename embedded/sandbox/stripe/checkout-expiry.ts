import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { Change } from './api-route.ts';
import { expireSubscription } from './ending.ts';

/** Ends an open session that the caller has locked; what was begun in it and not paid ends with it. */
export async function expireSession(
  change: Change,
  session: Stripe.Checkout.Session,
): Promise<Stripe.Checkout.Session> {
  const expired: Stripe.Checkout.Session = { ...session, status: 'expired', url: null };
  await change.store.update('checkout.session', expired);
  await change.store.unschedule(session.id);
  const { subscription } = await change.store.readHidden(session.id);
  if (subscription !== undefined) await expireSubscription(change, subscription);
  await change.emit('checkout.session.expired', expired);
  return expired;
}

/** The end of a session's day; one that is complete, or expired already, stays as it is. */
export async function expireSessionById(change: Change, id: string): Promise<void> {
  const session = await change.store.lock('checkout.session', id);
  if (session?.status === 'open') await expireSession(change, session);
}
