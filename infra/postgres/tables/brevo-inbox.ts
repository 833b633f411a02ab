import type { Pool } from 'pg';

/** The channel that receives the key of each webhook of Brevo that enters the inbox. */
export const BREVO_CHANNEL = 'brevo_webhooks';

/** What the inbox stores of a webhook of Brevo. */
export interface ReceivedMailEvent {
  /** The same for each delivery of one event. */
  readonly key: string;
  readonly type: string;
  /** The keyed hash of the address; null of a type without an action. */
  readonly emailHash: string | null;
  readonly happenedAt: Date;
}

/** Inserts the events that the inbox does not hold yet, notifies the workers, and returns their number. */
export async function insertMailEvents(pool: Pool, events: readonly ReceivedMailEvent[]): Promise<number> {
  // Sorted, so that two transactions with the same events can not deadlock.
  const sorted = events.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const { rowCount } = await pool.query(
    `WITH inserted AS (
       INSERT INTO brevo_webhooks (event_key, type, email_hash, happened_at)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
       ON CONFLICT (event_key) DO NOTHING RETURNING event_key)
     SELECT pg_notify('${BREVO_CHANNEL}', event_key) FROM inserted`,
    [
      sorted.map(({ key }) => key),
      sorted.map(({ type }) => type),
      sorted.map(({ emailHash }) => emailHash),
      sorted.map(({ happenedAt }) => happenedAt.toISOString()),
    ],
  );
  return rowCount ?? 0;
}

/** A webhook of the inbox during an attempt to process it. */
export interface MailEventAttempt {
  readonly type: string;
  readonly emailHash: string | null;
  readonly happenedAt: Date;
  /** Includes this one. */
  readonly attempts: number;
}

/** Counts an attempt and returns the webhook; undefined when it was processed already. */
export async function beginMailEvent(pool: Pool, key: string): Promise<MailEventAttempt | undefined> {
  const { rows } = await pool.query<MailEventAttempt>(
    `UPDATE brevo_webhooks SET attempts = attempts + 1, last_attempt_at = now()
     WHERE event_key = $1 AND processed_at IS NULL
     RETURNING type, email_hash AS "emailHash", happened_at AS "happenedAt", attempts`,
    [key],
  );
  return rows[0];
}

/** Forgets the address, so that nothing of an erased member stays here. */
export async function markMailEventProcessed(pool: Pool, key: string): Promise<void> {
  await pool.query(
    'UPDATE brevo_webhooks SET processed_at = now(), email_hash = NULL, error = NULL WHERE event_key = $1',
    [key],
  );
}

export async function recordMailEventError(pool: Pool, key: string, error: string): Promise<void> {
  await pool.query('UPDATE brevo_webhooks SET error = $2 WHERE event_key = $1 AND processed_at IS NULL', [
    key,
    error,
  ]);
}

/**
 * Finds unprocessed webhooks due for an attempt by the system clock. They are due 5 seconds after receipt, then with
 * a delay that doubles after each failed attempt, to an hour.
 */
export async function findDueMailEvents(pool: Pool): Promise<{ key: string; attempts: number }[]> {
  const { rows } = await pool.query<{ key: string; attempts: number }>(
    `SELECT event_key AS key, attempts FROM brevo_webhooks
     WHERE processed_at IS NULL AND coalesce(last_attempt_at, received_at)
       + least(interval '1 hour', interval '5 seconds' * 2 ^ least(attempts, 10)) < now()
     ORDER BY received_at LIMIT 500`,
  );
  return rows;
}
