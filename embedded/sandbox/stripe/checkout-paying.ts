import type { Stripe } from '#infra/payments/stripe-sdk.ts';
import type { ApiCall } from './api-route.ts';
import { payInvoice } from './collecting.ts';
import { createCustomer } from './customers.ts';
import { createPaymentMethod, type PaymentMethodData } from './payment-method-object.ts';
import { startSubscription } from './subscribing.ts';
import { idOf } from './subscription-object.ts';

type Session = Stripe.Checkout.Session;

/** The invoice that attempts in this session are for; null before the first, and when the subscription of earlier ones expired. */
export async function firstInvoice(call: ApiCall, session: Session): Promise<Stripe.Invoice | null> {
  const { subscription: id } = await call.store.readHidden(session.id);
  const subscription = id === undefined ? null : await call.store.lock('subscription', id);
  if (subscription?.status !== 'incomplete') return null;
  return call.store.lock('invoice', idOf(subscription.latest_invoice) ?? '');
}

async function customerOf(call: ApiCall, session: Session): Promise<string> {
  const known = idOf(session.customer);
  if (known !== null) return known;
  const { subscription: id } = await call.store.readHidden(session.id);
  const earlier = id === undefined ? null : await call.store.read('subscription', id);
  if (earlier !== null) return idOf(earlier.customer) ?? '';
  const email = session.customer_email;
  return (await createCustomer(call, email === null ? {} : { email })).id;
}

/** As at Stripe, the first attempt begins the subscription, whatever becomes of it; further ones go on with its invoice. */
async function begin(call: ApiCall, session: Session): Promise<Stripe.Invoice> {
  const {
    lineItems = [],
    subscriptionMetadata,
    subscriptionDescription,
  } = await call.store.readHidden(session.id);
  const [item] = lineItems;
  if (item?.price === null || item === undefined) throw new Error(`${session.id} is for nothing`);
  const { subscription, invoice } = await startSubscription(call, {
    bought: { price: item.price, quantity: item.quantity ?? 1 },
    customer: await customerOf(call, session),
    defaultPaymentMethod: null,
    description: subscriptionDescription ?? null,
    metadata: subscriptionMetadata ?? {},
  });
  await call.store.addHidden(session.id, { subscription: subscription.id });
  await call.store.addHidden(subscription.id, { session: session.id });
  return invoice;
}

/**
 * Tries to pay an open session that the caller has locked, and gives the payment as it is then.
 * @throws StripeApiError 402 when the card can't be one
 */
export async function payCheckout(
  call: ApiCall,
  session: Session,
  card: PaymentMethodData['card'],
): Promise<Stripe.PaymentIntent> {
  const method = await createPaymentMethod(call, { type: 'card', card });
  const invoice = (await firstInvoice(call, session)) ?? (await begin(call, session));
  const returnUrl = call.pageUrl(`checkout/${session.id}`);
  return payInvoice(call, invoice, { method, returnUrl, keep: true, byItself: false });
}
