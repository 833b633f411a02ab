import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { ApiCall } from './api-route.ts';
import { createCustomer } from './customers.ts';
import { payInvoice } from './invoice-collection.ts';
import { createPaymentMethod, type PaymentMethodData } from './payment-method-object.ts';
import { startSubscription } from './subscription-lifecycle.ts';
import { getId } from './subscription-object.ts';

type Session = Stripe.Checkout.Session;

/** Locks the invoice that attempts in this session pay; null before the first attempt, and after its subscription expired. */
export async function lockFirstInvoice(call: ApiCall, session: Session): Promise<Stripe.Invoice | null> {
  const { subscription: id } = await call.store.readHidden(session.id);
  const subscription = id === undefined ? null : await call.store.lock('subscription', id);
  if (subscription?.status !== 'incomplete') return null;
  return call.store.lock('invoice', getId(subscription.latest_invoice) ?? '');
}

async function findOrCreateCustomer(call: ApiCall, session: Session): Promise<string> {
  const customer = getId(session.customer);
  if (customer !== null) return customer;
  const { subscription: id } = await call.store.readHidden(session.id);
  const earlier = id === undefined ? null : await call.store.read('subscription', id);
  if (earlier !== null) return getId(earlier.customer) ?? '';
  const email = session.customer_email;
  return (await createCustomer(call, email === null ? {} : { email })).id;
}

/** As at Stripe, the first attempt creates the subscription, also when it fails; later attempts pay the same invoice. */
async function startCheckoutSubscription(call: ApiCall, session: Session): Promise<Stripe.Invoice> {
  const {
    lineItems = [],
    subscriptionMetadata,
    subscriptionDescription,
  } = await call.store.readHidden(session.id);
  const [item] = lineItems;
  if (item?.price === null || item === undefined)
    throw new Error(`${session.id} has no line item with a price`);
  const { subscription, invoice } = await startSubscription(call, {
    item: { price: item.price, quantity: item.quantity ?? 1 },
    customer: await findOrCreateCustomer(call, session),
    defaultPaymentMethod: null,
    description: subscriptionDescription ?? null,
    metadata: subscriptionMetadata ?? {},
  });
  await call.store.addHidden(session.id, { subscription: subscription.id });
  await call.store.addHidden(subscription.id, { session: session.id });
  return invoice;
}

/**
 * Tries to pay an open session that the caller has locked, and returns the payment intent after the attempt.
 * @throws StripeApiError 402 when the card is invalid
 */
export async function payCheckout(
  call: ApiCall,
  session: Session,
  card: PaymentMethodData['card'],
): Promise<Stripe.PaymentIntent> {
  const method = await createPaymentMethod(call, { type: 'card', card });
  const invoice = (await lockFirstInvoice(call, session)) ?? (await startCheckoutSubscription(call, session));
  const returnUrl = call.pageUrl(`checkout/${session.id}`);
  return payInvoice(call, invoice, { method, returnUrl, saveCard: true, isAutomatic: false });
}
