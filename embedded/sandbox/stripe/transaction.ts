import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { StudioClock } from '#infra/clock/studio-clock.ts';
import { STRIPE_API_VERSION, type Stripe } from '#infra/payments/stripe-sdk.ts';
import { StripeApiError } from './api-error.ts';
import type { ApiCall, ApiReply, Transaction } from './api-route.ts';
import { newId, toUnixSeconds } from './ids.ts';
import { createObjectStore } from './object-store.ts';

/** A client's key: a POST with a known key gets the stored response. */
export interface Idempotency {
  key: string;
  /** Hash of the method, path and parameters. */
  fingerprint: string;
}

export interface CallDetails extends Pick<ApiCall, 'key' | 'id' | 'input' | 'upload' | 'pageUrl'> {
  requestId: string;
  idempotency: Idempotency | null;
}

export interface CallResult extends ApiReply {
  /** The id of the first request with this idempotency key, when the response is a stored one. */
  replayOf: string | null;
}

interface IdempotencyRow {
  fingerprint: string;
  request_id: string;
  status: number | null;
  body: object | null;
}

/**
 * Claims the key, or returns its stored response. A concurrent request with the same key waits here for the first one's transaction,
 * where Stripe would answer 409 and the SDK would retry.
 */
async function claimIdempotencyKey(
  client: PoolClient,
  { key, fingerprint }: Idempotency,
  requestId: string,
): Promise<CallResult | null> {
  const claimed = await client.query(
    'INSERT INTO sandbox.stripe_idempotency (key, fingerprint, request_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [key, fingerprint, requestId],
  );
  if (claimed.rowCount === 1) return null;
  const { rows } = await client.query<IdempotencyRow>(
    'SELECT * FROM sandbox.stripe_idempotency WHERE key = $1',
    [key],
  );
  const [stored] = rows;
  if (stored?.status == null || stored.body === null)
    throw new Error(`The idempotency key ${key} has no stored response`);
  if (stored.fingerprint !== fingerprint) {
    throw new StripeApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return { status: stored.status, body: stored.body, replayOf: stored.request_id };
}

export interface TransactionDeps {
  pool: Pool;
  clock: StudioClock;
  /** The site's address for members, e.g. `http://localhost:3000`; known only once the app listens. */
  siteUrl: () => string;
}

function createTransaction(
  client: PoolClient,
  request: Stripe.Event.Request,
  deps: TransactionDeps,
): Transaction {
  const store = createObjectStore(client);
  const now = deps.clock.now();
  return {
    store,
    now,
    memberUrl: (path) => `${deps.siteUrl()}/sandbox/stripe/${path}`,
    emit: async (type, object, previous) => {
      const event: Stripe.EventBase = {
        id: newId('evt'),
        object: 'event',
        api_version: STRIPE_API_VERSION,
        created: toUnixSeconds(now),
        data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
        livemode: false,
        pending_webhooks: 1,
        request,
        type,
      };
      await store.insert('event', event);
      await store.queueDelivery(event.id);
    },
  };
}

async function runOnce<T>(
  deps: TransactionDeps,
  request: Stripe.Event.Request,
  work: (tx: Transaction, client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await deps.pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(createTransaction(client, request, deps), client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

const ATTEMPTS = 5;
const DEADLOCK = '40P01';

/**
 * Runs the work in one transaction, with its events and their queued webhooks. Events carry the request that caused them, or
 * `NO_REQUEST`. Transactions reach an invoice by its session, its subscription or its payment, so two may deadlock: then one is
 * retried.
 */
export async function runInTransaction<T>(
  deps: TransactionDeps,
  request: Stripe.Event.Request,
  work: (tx: Transaction, client: PoolClient) => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await runOnce(deps, request, work);
    } catch (error) {
      const canRetry = error instanceof DatabaseError && error.code === DEADLOCK && attempts < ATTEMPTS;
      if (!canRetry) throw error;
    }
  }
}

/** Runs an API call in one transaction. */
export function runCallInTransaction<T>(
  deps: TransactionDeps,
  details: CallDetails,
  work: (call: ApiCall, client: PoolClient) => Promise<T>,
): Promise<T> {
  const request = { id: details.requestId, idempotency_key: details.idempotency?.key ?? null };
  return runInTransaction(deps, request, (tx, client) => work({ ...details, ...tx }, client));
}

/**
 * Runs one call, once for each idempotency key: the response is stored in the call's transaction. As at Stripe, a request that
 * fails validation (a thrown error) leaves its key unused.
 */
export function runCall(
  deps: TransactionDeps,
  details: CallDetails,
  handle: (call: ApiCall) => Promise<ApiReply>,
): Promise<CallResult> {
  return runCallInTransaction(deps, details, async (call, client) => {
    const { idempotency, requestId } = details;
    const stored = idempotency === null ? null : await claimIdempotencyKey(client, idempotency, requestId);
    if (stored !== null) return stored;
    const { status, body } = await handle(call);
    if (idempotency !== null) {
      await client.query('UPDATE sandbox.stripe_idempotency SET status = $2, body = $3 WHERE key = $1', [
        idempotency.key,
        status,
        body,
      ]);
    }
    return { status, body, replayOf: null };
  });
}
