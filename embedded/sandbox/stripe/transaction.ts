import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { StudioClock } from '#infra/clock/studio-clock.ts';
import { STRIPE_API_VERSION, type Stripe } from '#infra/payments/stripe-sdk.ts';
import { StripeApiError } from './api-error.ts';
import type { ApiCall, ApiReply, Change } from './api-route.ts';
import { newId, unixSeconds } from './ids.ts';
import { createObjectStore } from './object-store.ts';

/** A key that makes a repeated POST the same POST. */
export interface Idempotency {
  key: string;
  /** Of the method, path and parameters. */
  fingerprint: string;
}

export interface CallFacts extends Pick<ApiCall, 'key' | 'id' | 'input' | 'pageUrl'> {
  requestId: string;
  idempotency: Idempotency | null;
}

export interface Answer extends ApiReply {
  /** The request that was answered so the first time, when this is a repetition. */
  replayOf: string | null;
}

interface Remembered {
  fingerprint: string;
  request_id: string;
  status: number | null;
  body: object | null;
}

/**
 * Takes the key, or gives the answer it already had. A second request with the key waits here until the first one's transaction
 * ends, where Stripe would answer 409 and have the SDK try again.
 */
async function takeKey(
  client: PoolClient,
  { key, fingerprint }: Idempotency,
  requestId: string,
): Promise<Answer | null> {
  const taken = await client.query(
    'INSERT INTO sandbox.stripe_idempotency (key, fingerprint, request_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [key, fingerprint, requestId],
  );
  if (taken.rowCount === 1) return null;
  const { rows } = await client.query<Remembered>('SELECT * FROM sandbox.stripe_idempotency WHERE key = $1', [
    key,
  ]);
  const [before] = rows;
  if (before?.status == null || before.body === null)
    throw new Error(`The idempotency key ${key} has no answer`);
  if (before.fingerprint !== fingerprint) {
    throw new StripeApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return { status: before.status, body: before.body, replayOf: before.request_id };
}

export interface ChangeDeps {
  pool: Pool;
  clock: StudioClock;
  /** Where members reach the site, e.g. `http://localhost:3000`; asked each time. */
  siteUrl: () => string;
}

function changeIn(client: PoolClient, request: Stripe.Event.Request, deps: ChangeDeps): Change {
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
        created: unixSeconds(now),
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

async function attempt<T>(
  deps: ChangeDeps,
  request: Stripe.Event.Request,
  work: (change: Change, client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await deps.pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(changeIn(client, request, deps), client);
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
 * Runs the work in one transaction: what it changes, its events and their deliveries are kept together or not at all. Events tell of
 * the request that caused them; one of nulls is that of what happens by itself. An invoice is reached from its session, its
 * subscription or its payment, so two changes may wait for each other: then one of them is done again.
 */
export async function changeTogether<T>(
  deps: ChangeDeps,
  request: Stripe.Event.Request,
  work: (change: Change, client: PoolClient) => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(deps, request, work);
    } catch (error) {
      const again = error instanceof DatabaseError && error.code === DEADLOCK && attempts < ATTEMPTS;
      if (!again) throw error;
    }
  }
}

/** The same for a request that is being answered. */
export function inTransaction<T>(
  deps: ChangeDeps,
  facts: CallFacts,
  work: (call: ApiCall, client: PoolClient) => Promise<T>,
): Promise<T> {
  const request = { id: facts.requestId, idempotency_key: facts.idempotency?.key ?? null };
  return changeTogether(deps, request, (change, client) => work({ ...facts, ...change }, client));
}

/**
 * Answers one call, once for each idempotency key: the answer is kept in the transaction of the change. As at Stripe, a request
 * that fails validation (a thrown error) leaves its key unused.
 */
export function runCall(
  deps: ChangeDeps,
  facts: CallFacts,
  handle: (call: ApiCall) => Promise<ApiReply>,
): Promise<Answer> {
  return inTransaction(deps, facts, async (call, client) => {
    const { idempotency, requestId } = facts;
    const before = idempotency === null ? null : await takeKey(client, idempotency, requestId);
    if (before !== null) return before;
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
