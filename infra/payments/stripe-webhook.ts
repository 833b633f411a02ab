import Stripe from 'stripe';
import { z } from 'zod';
import { InvalidWebhookSignature, MalformedWebhook } from './errors.ts';

/** Stripe's own default, which `constructEvent` applies too; that one refuses events without an object. */
const toleranceSeconds = 300;

/** An event of Stripe, reduced to the ids of what to read again, because its state may be outdated. */
export interface StripeWebhook {
  /** `evt_…`, the key of the inbox, because Stripe may deliver an event more than once. */
  id: string;
  /** e.g. `payment_intent.succeeded`. */
  type: string;
  createdAt: Date;
  /** The object's type: `payment_intent`, `charge`, `refund`, … */
  objectKind: string;
  objectId: string | null;
  paymentIntentId: string | null;
  /** Of a subscription, its invoice, or the Checkout Session that started it. */
  subscriptionId: string | null;
  /** Of an existing invoice; not of an upcoming one. */
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

/** Returns the id in a field, whether the field contains the id or the object. */
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

/** Reduces an event. Disputes, refunds and charges contain their payment intent; other objects may not. */
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

/** Postgres stores and indexes such a text. Ids of some objects, such as coupons, are chosen by people. */
const text = z
  .string()
  .min(1)
  .max(500)
  .refine((value) => !value.includes('\u0000') && value.isWellFormed());

const eventShape = z.looseObject({
  id: text,
  type: text,
  created: z.number().int().nonnegative().max(8.64e12),
  data: z.looseObject({ object: z.looseObject({}) }),
});

/** An event without its object, which Stripe sends of its newer resources, such as accounts and meters. */
const thinEvent = z.object({
  object: z.literal('v2.core.event'),
  id: text,
  type: text,
  created: z.coerce.date(),
});

const storable = z.looseObject({
  objectKind: text,
  objectId: text.nullable(),
  paymentIntentId: text.nullable(),
  subscriptionId: text.nullable(),
  invoiceId: text.nullable(),
});

/** Reads a signed body. @throws MalformedWebhook */
function parseWebhook(body: string): StripeWebhook {
  let event: unknown;
  try {
    event = JSON.parse(body);
  } catch (error) {
    throw new MalformedWebhook('The webhook is not JSON.', { cause: error });
  }
  const thin = thinEvent.safeParse(event);
  if (thin.success) {
    const { id, type, created, object } = thin.data;
    return {
      id,
      type,
      createdAt: created,
      objectKind: object,
      objectId: null,
      paymentIntentId: null,
      subscriptionId: null,
      invoiceId: null,
      checkoutSessionId: null,
    };
  }
  if (!isEvent(event)) throw new MalformedWebhook('The webhook is not an event of Stripe.');
  const webhook = webhookOf(event);
  if (!storable.safeParse(webhook).success) throw new MalformedWebhook('The webhook has an invalid id.');
  return webhook;
}

const isEvent = (value: unknown): value is Stripe.Event => eventShape.safeParse(value).success;

/**
 * Checks the signature (HMAC of the raw body, at most five minutes old) and reads the event.
 * @throws InvalidWebhookSignature when it is missing, wrong, too old or of another secret; MalformedWebhook
 */
export function readWebhook(
  rawBody: Buffer | string,
  signatureHeader: string | undefined,
  secret: string,
): StripeWebhook {
  if (signatureHeader === undefined)
    throw new InvalidWebhookSignature('The Stripe-Signature header is missing.');
  const { signature } = Stripe.webhooks;
  if (signature === null) throw new Error('The SDK can not verify signatures.');
  try {
    signature.verifyHeader(rawBody, signatureHeader, secret, toleranceSeconds);
  } catch (error) {
    throw new InvalidWebhookSignature(
      'The webhook is not signed with the secret of this endpoint, or is too old.',
      { cause: error },
    );
  }
  return parseWebhook(String(rawBody));
}
