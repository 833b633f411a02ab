import Stripe from 'stripe';
import { InvalidWebhookSignature } from './errors.ts';

/** An event that Stripe told of, cut down to what says which payment to read again; its own picture of the state may be old. */
export interface StripeWebhook {
  /** `evt_…`, the key of the inbox: Stripe delivers the same event more than once. */
  id: string;
  /** e.g. `payment_intent.succeeded`. */
  type: string;
  createdAt: Date;
  /** What the event is about: `payment_intent`, `charge`, `refund`, … and its id. */
  objectKind: string;
  objectId: string | null;
  paymentIntentId: string | null;
  /** Of subscriptions, their invoices, and Checkout Sessions that began one. */
  subscriptionId: string | null;
  /** Of invoices that can be read: not of those that are only announced. */
  invoiceId: string | null;
  checkoutSessionId: string | null;
}

function textField(value: object, field: string): string | null {
  const found: unknown = Reflect.get(value, field);
  return typeof found === 'string' ? found : null;
}

function paymentIntentOf(object: object): string | null {
  if (textField(object, 'object') === 'payment_intent') return textField(object, 'id');
  const reference: unknown = Reflect.get(object, 'payment_intent');
  if (typeof reference === 'string') return reference;
  return typeof reference === 'object' && reference !== null ? textField(reference, 'id') : null;
}

function objectField(value: object, field: string): object | null {
  const found: unknown = Reflect.get(value, field);
  return typeof found === 'object' ? found : null;
}

/** The id of what a field names, whether that is the id or the object itself. */
function referenceOf(object: object, field: string): string | null {
  const expanded = objectField(object, field);
  return expanded === null ? textField(object, field) : textField(expanded, 'id');
}

function subscriptionOf(object: object): string | null {
  switch (textField(object, 'object')) {
    case 'subscription':
      return textField(object, 'id');
    case 'invoice': {
      const parent = objectField(object, 'parent');
      const details = parent === null ? null : objectField(parent, 'subscription_details');
      return details === null ? null : referenceOf(details, 'subscription');
    }
    case 'checkout.session':
      return referenceOf(object, 'subscription');
    default:
      return null;
  }
}

const UPCOMING = 'upcoming_';

function invoiceOf(object: object): string | null {
  const kind = textField(object, 'object');
  if (kind === 'checkout.session' || kind === 'invoice_payment') return referenceOf(object, 'invoice');
  const id = kind === 'invoice' ? textField(object, 'id') : null;
  return id?.startsWith(UPCOMING) === true ? null : id;
}

/** Cuts an event down. Disputes, refunds and charges name their payment intent; other objects may not. */
export function webhookOf(event: Stripe.Event): StripeWebhook {
  const object = event.data.object;
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
    objectKind: textField(object, 'object') ?? 'unknown',
    objectId: textField(object, 'id'),
    paymentIntentId: paymentIntentOf(object),
    subscriptionId: subscriptionOf(object),
    invoiceId: invoiceOf(object),
    checkoutSessionId: textField(object, 'object') === 'checkout.session' ? textField(object, 'id') : null,
  };
}

/**
 * Checks the signature (HMAC of the raw body, at most five minutes old) and reads the event.
 * @throws InvalidWebhookSignature when it is missing, wrong, stale or of another secret
 */
export function readWebhook(
  rawBody: Buffer | string,
  signatureHeader: string | undefined,
  secret: string,
): StripeWebhook {
  if (signatureHeader === undefined)
    throw new InvalidWebhookSignature('The Stripe-Signature header is missing.');
  let event: Stripe.Event;
  try {
    event = Stripe.webhooks.constructEvent(rawBody, signatureHeader, secret);
  } catch (error) {
    throw new InvalidWebhookSignature(
      'The webhook is not signed with the secret of this endpoint, or is too old.',
      {
        cause: error,
      },
    );
  }
  return webhookOf(event);
}
