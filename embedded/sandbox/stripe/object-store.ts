import type { PoolClient } from 'pg';
import type { Stripe } from '#infra/payments/stripe-sdk.ts';

/** Every kind of object that the stand-in stores, in Stripe's shape. A new kind is one line here. */
export interface StripeObjects {
  charge: Stripe.Charge;
  'checkout.session': Stripe.Checkout.Session;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  file: Stripe.File;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  product: Stripe.Product;
  refund: Stripe.Refund;
  subscription: Stripe.Subscription;
}
export type Kind = keyof StripeObjects;

/** The action that runs on an object when its instant of the studio clock is reached. */
export type DueStep = 'expire-session' | 'expire-subscription' | 'remind' | 'renew' | 'resume' | 'retry';

/** Data of an object that the API never returns. */
export interface HiddenFields {
  /** Of a payment method: the documented test card behind it. No other number is ever stored. */
  testCard?: string;
  /** Of a file: its bytes, in base64. */
  content?: string;
  /** Of a payment method: its holder approved later automatic charges. */
  setUp?: boolean;
  /** Of a payment method: it was detached from its customer, and cannot be used again. */
  wasDetached?: boolean;
  /** Of a Checkout Session: the items bought, and the fields of the subscription to create. */
  lineItems?: Stripe.LineItem[];
  subscriptionDescription?: string;
  subscriptionMetadata?: Record<string, string>;
  /** Of a Checkout Session: the subscription that its attempts pay for. The API shows it only once it is paid. */
  subscription?: string;
  /** Of a subscription: the Checkout Session that created it. */
  session?: string;
}

export interface FieldValues {
  [field: string]: string | boolean | FieldValues;
}

export interface ListQuery {
  /** An object must have all these field values. */
  filter?: FieldValues;
  /** An object must match at least one of these. */
  anyOf?: FieldValues[];
  /** Of events: one of these types; `*` matches any text. */
  types?: string[];
  created?: {
    gt?: number | undefined;
    gte?: number | undefined;
    lt?: number | undefined;
    lte?: number | undefined;
  };
  limit?: number;
  startingAfter?: string;
  endingBefore?: string;
}

/** Stripe's objects inside one database transaction. */
export interface ObjectStore {
  insert<K extends Kind>(kind: K, object: StripeObjects[K], hidden?: HiddenFields): Promise<void>;
  update<K extends Kind>(kind: K, object: StripeObjects[K]): Promise<void>;
  read<K extends Kind>(kind: K, id: string): Promise<StripeObjects[K] | null>;
  /** Reads an object and locks it until the transaction ends. */
  lock<K extends Kind>(kind: K, id: string): Promise<StripeObjects[K] | null>;
  readHidden(id: string): Promise<HiddenFields>;
  /** Merges into an object's hidden fields. */
  addHidden(id: string, fields: HiddenFields): Promise<void>;
  /** Newest first. */
  list<K extends Kind>(kind: K, query: ListQuery): Promise<{ data: StripeObjects[K][]; hasMore: boolean }>;
  /** Reads an object of any kind, for `expand`. */
  readAny(id: string): Promise<object | null>;
  /** Queues the event's webhook. */
  queueDelivery(eventId: string): Promise<void>;
  /** Queues the object's automatic next step, a second later by the machine's clock. */
  queueDelayedStep(id: string): Promise<void>;
  /** Schedules the step at an instant of the studio clock; a scheduled one moves there. */
  schedule(id: string, step: DueStep, at: Date): Promise<void>;
  /** Removes that step, or all steps of the object. */
  unschedule(id: string, step?: DueStep): Promise<void>;
}

const LIST = `
SELECT data FROM sandbox.stripe_objects AS o
WHERE kind = $1 AND data @> $2
  AND created > $3 AND created < $4
  AND ($5::text IS NULL OR (created, seq) < (SELECT created, seq FROM sandbox.stripe_objects WHERE id = $5))
  AND ($6::text IS NULL OR (created, seq) > (SELECT created, seq FROM sandbox.stripe_objects WHERE id = $6))
  AND ($7::text[] IS NULL OR data ->> 'type' LIKE ANY ($7))
  AND ($8::jsonb[] IS NULL OR data @> ANY ($8))
`;

function toLikePattern(type: string): string {
  return type.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');
}

async function listObjects<K extends Kind>(
  client: PoolClient,
  kind: K,
  query: ListQuery,
): Promise<{ data: StripeObjects[K][]; hasMore: boolean }> {
  const { created = {}, limit = 10, startingAfter = null, endingBefore = null } = query;
  const above = Math.max(created.gt ?? -1, (created.gte ?? 0) - 1);
  const below = Math.min(
    created.lt ?? Number.MAX_SAFE_INTEGER,
    (created.lte ?? Number.MAX_SAFE_INTEGER - 1) + 1,
  );
  // `ending_before` selects the nearest objects above the cursor; the reply is newest first all the same.
  const direction = endingBefore === null ? 'DESC' : 'ASC';
  const { rows } = await client.query<{ data: StripeObjects[K] }>(
    `${LIST} ORDER BY created ${direction}, seq ${direction} LIMIT ${limit + 1}`,
    [
      kind,
      query.filter ?? {},
      above,
      below,
      startingAfter,
      endingBefore,
      query.types?.map(toLikePattern) ?? null,
      query.anyOf?.map((fields) => JSON.stringify(fields)) ?? null,
    ],
  );
  const data = rows.slice(0, limit).map((row) => row.data);
  return { data: endingBefore === null ? data : data.reverse(), hasMore: rows.length > limit };
}

export function createObjectStore(client: PoolClient): ObjectStore {
  async function select<K extends Kind>(
    kind: K,
    id: string,
    suffix: string,
  ): Promise<StripeObjects[K] | null> {
    const { rows } = await client.query<{ data: StripeObjects[K] }>(
      `SELECT data FROM sandbox.stripe_objects WHERE id = $1 AND kind = $2 ${suffix}`,
      [id, kind],
    );
    return rows[0]?.data ?? null;
  }

  return {
    insert: async (kind, object, hidden = {}) => {
      await client.query(
        'INSERT INTO sandbox.stripe_objects (id, kind, created, data, hidden) VALUES ($1, $2, $3, $4, $5)',
        [object.id, kind, object.created, object, hidden],
      );
    },
    update: async (kind, object) => {
      await client.query('UPDATE sandbox.stripe_objects SET data = $3 WHERE id = $1 AND kind = $2', [
        object.id,
        kind,
        object,
      ]);
    },
    read: (kind, id) => select(kind, id, ''),
    lock: (kind, id) => select(kind, id, 'FOR UPDATE'),
    readHidden: async (id) => {
      const { rows } = await client.query<{ hidden: HiddenFields }>(
        'SELECT hidden FROM sandbox.stripe_objects WHERE id = $1',
        [id],
      );
      return rows[0]?.hidden ?? {};
    },
    addHidden: async (id, fields) => {
      await client.query('UPDATE sandbox.stripe_objects SET hidden = hidden || $2 WHERE id = $1', [
        id,
        fields,
      ]);
    },
    list: (kind, query) => listObjects(client, kind, query),
    readAny: async (id) => {
      const { rows } = await client.query<{ data: object }>(
        'SELECT data FROM sandbox.stripe_objects WHERE id = $1',
        [id],
      );
      return rows[0]?.data ?? null;
    },
    queueDelivery: async (eventId) => {
      await client.query('INSERT INTO sandbox.webhook_deliveries (event_id) VALUES ($1)', [eventId]);
    },
    queueDelayedStep: async (id) => {
      await client.query('INSERT INTO sandbox.stripe_later (object_id) VALUES ($1)', [id]);
    },
    schedule: async (id, step, at) => {
      await client.query(
        `INSERT INTO sandbox.stripe_due (object_id, step, due_at) VALUES ($1, $2, $3)
         ON CONFLICT (object_id, step) DO UPDATE SET due_at = excluded.due_at`,
        [id, step, at],
      );
    },
    unschedule: async (id, step) => {
      await client.query(
        'DELETE FROM sandbox.stripe_due WHERE object_id = $1 AND ($2::text IS NULL OR step = $2)',
        [id, step ?? null],
      );
    },
  };
}
