import { PaymentNotFound, translated } from './errors.ts';
import { type InvoiceFacts, invoiceFacts } from './invoice-facts.ts';
import { ensureMonthlyPrice, type MonthlyPrice } from './monthly-price.ts';
import { connectStripe, type Stripe } from './stripe-sdk.ts';
import { idOf, instant, type SubscriptionFacts, subscriptionFacts } from './subscription-facts.ts';

export type { InvoiceFacts };

export interface SubscriptionsOptions {
  secretKey: string;
  /** Only for the sandbox: `http://127.0.0.1:PORT/sandbox/stripe`. */
  apiBase?: string;
  /** How long one request may take; one that failed in transit is tried twice. */
  timeoutMs: number;
  price: MonthlyPrice;
}

export interface NewCheckoutSession {
  memberId: string;
  /** Only what the member wants receipts at; without it Stripe's page asks. */
  customerEmail?: string;
  /** A customer at Stripe whom the member was before. */
  customerId?: string;
  /** `{CHECKOUT_SESSION_ID}` in it becomes the session's id. */
  successUrl: string;
  cancelUrl: string;
  idempotencyKey: string;
  /** Further references, kept with the session and the subscription. Ids only: Stripe is never told who a member is. */
  metadata?: Record<string, string>;
}

/** What Stripe says of one payment page. */
export interface CheckoutSessionFacts {
  id: string;
  status: 'open' | 'complete' | 'expired';
  isPaid: boolean;
  memberId: string | null;
  customerId: string | null;
  /** Null until the page is completed. */
  subscriptionId: string | null;
  /** While it is open. */
  url: string | null;
  expiresAt: Date;
}

/**
 * What the product asks of Stripe about the membership. Every call may throw PaymentsUnavailable, those that name something
 * PaymentNotFound; `setCancelAtPeriodEnd` throws PaymentStateConflict when the subscription has ended. The same idempotency key
 * twice acts once.
 */
export interface Subscriptions {
  /** The id of the membership's price, made at Stripe when it is not there. */
  ensurePrice(): Promise<string>;
  /** A payment page for one month after another, open for 24 hours. */
  createCheckoutSession(session: NewCheckoutSession): Promise<{ id: string; url: string }>;
  readCheckoutSession(id: string): Promise<CheckoutSessionFacts>;
  readSubscription(id: string): Promise<SubscriptionFacts>;
  /** All that a customer ever had, newest first. */
  listSubscriptionsOf(customerId: string): Promise<SubscriptionFacts[]>;
  readInvoice(id: string): Promise<InvoiceFacts>;
  /** Newest first. */
  listInvoices(subscriptionId: string): Promise<InvoiceFacts[]>;
  /** The invoice that a payment is for, as refunds and disputes name only the payment; null when it is for none. */
  findInvoiceOf(paymentIntentId: string): Promise<InvoiceFacts | null>;
  /** Has it end with its current period, or go on after all. */
  setCancelAtPeriodEnd(id: string, cancel: boolean, idempotencyKey: string): Promise<SubscriptionFacts>;
  /** Ends it at once and gives nothing back; one that has ended stays as it is. */
  cancelNow(id: string, idempotencyKey: string): Promise<SubscriptionFacts>;
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

async function collect<F, T>(items: AsyncIterable<F>, facts: (item: F) => T): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(facts(item));
  return collected;
}

/** The adapter over the Stripe SDK. Opens nothing until it is first asked. */
export function createSubscriptions({
  secretKey,
  apiBase,
  timeoutMs,
  price,
}: SubscriptionsOptions): Subscriptions {
  const stripe = connectStripe({
    apiKey: secretKey,
    timeoutMs,
    ...(apiBase === undefined ? {} : { apiBase }),
  });
  let priceId: string | null = null;

  async function knownPrice(): Promise<string> {
    priceId ??= await ensureMonthlyPrice(stripe, price);
    return priceId;
  }

  const read = async (id: string) => subscriptionFacts(await stripe.subscriptions.retrieve(id));
  const readInvoice = async (id: string) => invoiceFacts(await stripe.invoices.retrieve(id, WITH_PAYMENTS));

  return {
    ensurePrice: () => translated(knownPrice),

    createCheckoutSession: ({ memberId, customerEmail, customerId, idempotencyKey, ...wanted }) =>
      translated(async () => {
        const metadata = { ...wanted.metadata, memberId };
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            line_items: [{ price: await knownPrice(), quantity: 1 }],
            // The card and the wallets that carry one, whatever else the account's dashboard enables.
            allowed_payment_method_types: ['card'],
            client_reference_id: memberId,
            metadata,
            subscription_data: { metadata },
            success_url: wanted.successUrl,
            cancel_url: wanted.cancelUrl,
            ...(customerEmail === undefined ? {} : { customer_email: customerEmail }),
            ...(customerId === undefined ? {} : { customer: customerId }),
          },
          { idempotencyKey },
        );
        if (session.url === null) throw new Error(`Stripe gave no address for ${session.id}`);
        return { id: session.id, url: session.url };
      }),

    readCheckoutSession: (id) =>
      translated(async () => checkoutSessionFacts(await stripe.checkout.sessions.retrieve(id))),

    readSubscription: (id) => translated(() => read(id)),

    listSubscriptionsOf: (customerId) =>
      translated(() =>
        collect(
          stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
          subscriptionFacts,
        ),
      ),

    readInvoice: (id) => translated(() => readInvoice(id)),

    listInvoices: (subscription) =>
      translated(() => collect(stripe.invoices.list({ subscription, ...ALL_WITH_PAYMENTS }), invoiceFacts)),

    findInvoiceOf: (paymentIntentId) =>
      translated(async () => {
        const payment = { type: 'payment_intent' as const, payment_intent: paymentIntentId };
        const { data } = await stripe.invoicePayments.list({ payment, limit: 1 });
        const id = idOf(data[0]?.invoice);
        return id === null ? null : readInvoice(id);
      }),

    setCancelAtPeriodEnd: (id, cancel, idempotencyKey) =>
      translated(async () =>
        subscriptionFacts(
          await stripe.subscriptions.update(id, { cancel_at_period_end: cancel }, { idempotencyKey }),
        ),
      ),

    cancelNow: async (id, idempotencyKey) => {
      try {
        return await translated(async () =>
          subscriptionFacts(await stripe.subscriptions.cancel(id, {}, { idempotencyKey })),
        );
      } catch (error) {
        // To Stripe, one that has ended is not there to be cancelled.
        if (error instanceof PaymentNotFound) return translated(() => read(id));
        throw error;
      }
    },
  };
}
