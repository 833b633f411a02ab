import { isInvalidRequest, translateErrors } from './errors.ts';
import { type InvoiceFacts, invoiceFacts } from './invoice-facts.ts';
import { ensureRecurringPrice, type RecurringPrice } from './recurring-price.ts';
import { connectStripe, type Stripe } from './stripe-sdk.ts';
import { createSubscriptionChanges, type SubscriptionChanges } from './subscription-changes.ts';
import { idOf, instant, type SubscriptionFacts, subscriptionFacts } from './subscription-facts.ts';

export type { InvoiceFacts };

export interface SubscriptionsOptions {
  secretKey: string;
  /** Only for the sandbox, `http://127.0.0.1:PORT/sandbox/stripe`. */
  apiBase?: string;
  /** The timeout of one request; a request that failed in transit is retried once. */
  timeoutMs: number;
}

export interface NewCheckoutSession {
  memberId: string;
  price: RecurringPrice;
  /** Where the member wants receipts; without it Stripe's page asks. */
  customerEmail?: string;
  /** The member's existing customer at Stripe. */
  customerId?: string;
  /** Stripe replaces `{CHECKOUT_SESSION_ID}` in it. */
  successUrl: string;
  cancelUrl: string;
  idempotencyKey: string;
  /** Further references for the session and the subscription; ids only, because Stripe never learns who a member is. */
  metadata?: Record<string, string>;
}

/** A payment page at Stripe. */
export interface CheckoutSessionFacts {
  id: string;
  status: 'open' | 'complete' | 'expired';
  isPaid: boolean;
  memberId: string | null;
  customerId: string | null;
  /** Null until the page is completed. */
  subscriptionId: string | null;
  /** Null unless it is open. */
  url: string | null;
  expiresAt: Date;
}

/**
 * The product's calls to Stripe for the membership. Every call may throw PaymentsUnavailable, calls for an object PaymentNotFound;
 * `setCancelAtPeriodEnd`, `pauseCollection` and `resumeCollection` throw PaymentStateConflict when the subscription has ended. A repeated idempotency key acts once.
 */
export interface Subscriptions extends SubscriptionChanges {
  /** Returns the id of a price, and creates it at Stripe if necessary. */
  ensurePrice(price: RecurringPrice): Promise<string>;
  /** Creates a payment page for a subscription, which is open for 24 hours. */
  createCheckoutSession(session: NewCheckoutSession): Promise<{ id: string; url: string }>;
  readCheckoutSession(id: string): Promise<CheckoutSessionFacts>;
  readSubscription(id: string): Promise<SubscriptionFacts>;
  /** Lists all of a customer's subscriptions, newest first. */
  listSubscriptionsOf(customerId: string): Promise<SubscriptionFacts[]>;
  readInvoice(id: string): Promise<InvoiceFacts>;
  /** Newest first. */
  listInvoices(subscriptionId: string): Promise<InvoiceFacts[]>;
  /** Finds a payment's invoice, because refunds and disputes name only the payment; null without one. */
  findInvoiceOf(paymentIntentId: string): Promise<InvoiceFacts | null>;
  /** Computes the period after the current one. */
  previewNextPeriod(id: string): Promise<{ periodStart: Date; periodEnd: Date }>;
  /** Makes an unpaid invoice impossible to pay; returns a paid or voided one unchanged. */
  voidInvoice(id: string): Promise<InvoiceFacts>;
}

function statusOf({ status }: Stripe.Checkout.Session): CheckoutSessionFacts['status'] {
  if (status === 'complete') return 'complete';
  return status === 'expired' ? 'expired' : 'open';
}

function checkoutSessionFacts(session: Stripe.Checkout.Session): CheckoutSessionFacts {
  return {
    id: session.id,
    status: statusOf(session),
    isPaid: session.payment_status === 'paid',
    memberId: session.metadata?.memberId ?? null,
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    url: session.url,
    expiresAt: instant(session.expires_at),
  };
}

const WITH_PAYMENTS = { expand: ['payments'] };
const ALL_WITH_PAYMENTS = { expand: ['data.payments'], limit: 100 };

async function collect<F, T>(items: AsyncIterable<F>, toFacts: (item: F) => T): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(toFacts(item));
  return collected;
}

async function createCheckoutSession(
  stripe: Stripe,
  price: string,
  {
    memberId,
    customerEmail,
    customerId,
    successUrl,
    cancelUrl,
    idempotencyKey,
    ...rest
  }: Omit<NewCheckoutSession, 'price'>,
): Promise<{ id: string; url: string }> {
  const metadata = { ...rest.metadata, memberId };
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      // Cards and card wallets only, whatever else the account's dashboard enables.
      allowed_payment_method_types: ['card'],
      client_reference_id: memberId,
      metadata,
      subscription_data: { metadata },
      success_url: successUrl,
      cancel_url: cancelUrl,
      ...(customerEmail === undefined ? {} : { customer_email: customerEmail }),
      ...(customerId === undefined ? {} : { customer: customerId }),
    },
    { idempotencyKey },
  );
  if (session.url === null) throw new Error(`Stripe returned no address for ${session.id}`);
  return { id: session.id, url: session.url };
}

/** Creates the adapter of the Stripe SDK, which connects at the first call. */
export function createSubscriptions({ secretKey, apiBase, timeoutMs }: SubscriptionsOptions): Subscriptions {
  const stripe = connectStripe({
    apiKey: secretKey,
    timeoutMs,
    ...(apiBase === undefined ? {} : { apiBase }),
  });
  const priceIds = new Map<string, string>();

  async function getPriceId(price: RecurringPrice): Promise<string> {
    const key = JSON.stringify(price);
    const known = priceIds.get(key);
    if (known !== undefined) return known;
    const id = await ensureRecurringPrice(stripe, price);
    priceIds.set(key, id);
    return id;
  }

  const read = async (id: string) => subscriptionFacts(await stripe.subscriptions.retrieve(id));
  const readInvoice = async (id: string) => invoiceFacts(await stripe.invoices.retrieve(id, WITH_PAYMENTS));

  return {
    ensurePrice: (price) => translateErrors(() => getPriceId(price)),

    createCheckoutSession: ({ price, ...session }) =>
      translateErrors(async () => createCheckoutSession(stripe, await getPriceId(price), session)),

    readCheckoutSession: (id) =>
      translateErrors(async () => checkoutSessionFacts(await stripe.checkout.sessions.retrieve(id))),

    readSubscription: (id) => translateErrors(() => read(id)),

    listSubscriptionsOf: (customerId) =>
      translateErrors(() =>
        collect(
          stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
          subscriptionFacts,
        ),
      ),

    readInvoice: (id) => translateErrors(() => readInvoice(id)),

    listInvoices: (subscription) =>
      translateErrors(() =>
        collect(stripe.invoices.list({ subscription, ...ALL_WITH_PAYMENTS }), invoiceFacts),
      ),

    findInvoiceOf: (paymentIntentId) =>
      translateErrors(async () => {
        const payment = { type: 'payment_intent' as const, payment_intent: paymentIntentId };
        const { data } = await stripe.invoicePayments.list({ payment, limit: 1 });
        const id = idOf(data[0]?.invoice);
        return id === null ? null : readInvoice(id);
      }),

    previewNextPeriod: (id) =>
      translateErrors(async () => invoiceFacts(await stripe.invoices.createPreview({ subscription: id }))),

    // Without a key of ours, because Stripe would repeat an earlier refusal of that key.
    voidInvoice: (id) =>
      translateErrors(async () => {
        try {
          return invoiceFacts(await stripe.invoices.voidInvoice(id, WITH_PAYMENTS));
        } catch (error) {
          // Stripe answers 400 for an invoice that is paid or void by now.
          const invoice = isInvalidRequest(error) ? await readInvoice(id) : null;
          if (invoice?.status === 'paid' || invoice?.status === 'void') return invoice;
          throw error;
        }
      }),

    ...createSubscriptionChanges(stripe, getPriceId),
  };
}
