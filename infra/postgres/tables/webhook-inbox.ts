import type { Pool } from 'pg';

/** The channel that receives the id of each webhook that enters the inbox. */
export const WEBHOOK_CHANNEL = 'stripe_webhooks';

/** The part of a Stripe event that the inbox stores: ids only. */
interface ReceivedWebhook {
  readonly id: string;
  readonly type: string;
  readonly objectId: string | null;
  readonly paymentIntentId: string | null;
  readonly subscriptionId: string | null;
}

/** Inserts the webhooks that the inbox does not hold yet, notifies the workers, and returns their number. */
export async function insertWebhooks(pool: Pool, webhooks: readonly ReceivedWebhook[]): Promise<number> {
  if (webhooks.length === 0) return 0;
  // Sorted, so that two transactions with the same webhooks can not deadlock.
  const sorted = webhooks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { rowCount } = await pool.query(
    `WITH inserted AS (
       INSERT INTO stripe_webhooks (event_id, type, object_id, payload)
       SELECT event_id, type, object_id,
         jsonb_build_object('paymentIntentId', payment_intent_id, 'subscriptionId', subscription_id)
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
         AS received (event_id, type, object_id, payment_intent_id, subscription_id)
       ON CONFLICT (event_id) DO NOTHING RETURNING event_id)
     SELECT pg_notify('${WEBHOOK_CHANNEL}', event_id) FROM inserted`,
    [
      sorted.map(({ id }) => id),
      sorted.map(({ type }) => type),
      sorted.map(({ objectId }) => objectId),
      sorted.map(({ paymentIntentId }) => paymentIntentId),
      sorted.map(({ subscriptionId }) => subscriptionId),
    ],
  );
  return rowCount ?? 0;
}

/** A webhook of the inbox during an attempt to process it. */
export interface WebhookAttempt {
  readonly type: string;
  readonly payload: unknown;
  /** Includes this one. */
  readonly attempts: number;
}

/** Counts an attempt and returns the webhook; undefined when it was processed already. */
export async function beginWebhookAttempt(pool: Pool, eventId: string): Promise<WebhookAttempt | undefined> {
  const { rows } = await pool.query<WebhookAttempt>(
    `UPDATE stripe_webhooks SET attempts = attempts + 1, last_attempt_at = now()
     WHERE event_id = $1 AND processed_at IS NULL RETURNING type, payload, attempts`,
    [eventId],
  );
  return rows[0];
}

export async function markWebhookProcessed(pool: Pool, eventId: string): Promise<void> {
  await pool.query('UPDATE stripe_webhooks SET processed_at = now(), error = NULL WHERE event_id = $1', [
    eventId,
  ]);
}

export async function recordWebhookError(pool: Pool, eventId: string, error: string): Promise<void> {
  await pool.query('UPDATE stripe_webhooks SET error = $2 WHERE event_id = $1 AND processed_at IS NULL', [
    eventId,
    error,
  ]);
}

/**
 * Finds unprocessed webhooks due for an attempt by the system clock. They are due 5 seconds after receipt, then with
 * a delay that doubles after each failed attempt, to an hour.
 */
export async function findDueWebhooks(pool: Pool): Promise<{ eventId: string; attempts: number }[]> {
  const { rows } = await pool.query<{ eventId: string; attempts: number }>(
    `SELECT event_id AS "eventId", attempts FROM stripe_webhooks
     WHERE processed_at IS NULL AND coalesce(last_attempt_at, received_at)
       + least(interval '1 hour', interval '5 seconds' * 2 ^ least(attempts, 10)) < now()
     ORDER BY received_at LIMIT 500`,
  );
  return rows;
}

export interface WebhookBacklog {
  readonly count: number;
  /** 0 when the backlog is empty. */
  readonly oldestSeconds: number;
}

/** Reads the number and age of unprocessed webhooks, of Brevo too, by the system clock. */
export async function readWebhookBacklog(pool: Pool): Promise<WebhookBacklog> {
  const { rows } = await pool.query<{ count: number; seconds: string | null }>(
    `SELECT count(*) AS count, extract(epoch FROM now() - min(received_at)) AS seconds
     FROM (SELECT received_at FROM stripe_webhooks WHERE processed_at IS NULL
       UNION ALL SELECT received_at FROM brevo_webhooks WHERE processed_at IS NULL) waiting`,
  );
  return { count: rows[0]?.count ?? 0, oldestSeconds: Math.max(0, Number(rows[0]?.seconds ?? 0)) };
}
