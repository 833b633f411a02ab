import type { Pool } from 'pg';

export interface Delivery {
  id: string;
  eventId: string;
  /** Includes this one. */
  attempt: number;
  payload: object;
}

/** How long a claimed delivery may take before another process may try it. */
const LEASE_SECONDS = 30;
const LONGEST_DELAY_SECONDS = 60;
/** An event refused so often counts as settled: its receiver has a fault. A busy receiver accepts it by then. */
const SETTLED_AFTER_ATTEMPTS = 3;

interface Backlog {
  /** Milliseconds until something is due; null when the queue is empty. */
  readonly msUntilDue: number | null;
  /** Whether an event is neither delivered nor refused in `SETTLED_AFTER_ATTEMPTS` attempts. */
  readonly hasUnsettled: boolean;
}

export interface DeliveryQueue {
  /** Returns due deliveries in any order; no other process gets them during the lease. */
  claim(limit: number): Promise<Delivery[]>;
  recordSuccess(delivery: Delivery): Promise<void>;
  /** Schedules the next attempt after half a second, one, two, … up to a minute. */
  recordFailure(delivery: Delivery, problem: string): Promise<void>;
  /** Makes deliveries that a dead process had claimed due immediately. */
  makeAllDue(): Promise<void>;
  readBacklog(): Promise<Backlog>;
}

export function createDeliveryQueue(pool: Pool): DeliveryQueue {
  return {
    claim: async (limit) => {
      const { rows } = await pool.query<{ id: string; event_id: string; attempts: number; data: object }>(
        `WITH due AS (
           SELECT id FROM sandbox.webhook_deliveries WHERE delivered_at IS NULL AND due_at <= now()
           ORDER BY random() LIMIT $1 FOR UPDATE SKIP LOCKED
         ), claimed AS (
           UPDATE sandbox.webhook_deliveries AS d SET attempts = d.attempts + 1, due_at = now() + make_interval(secs => $2)
           FROM due WHERE d.id = due.id RETURNING d.id, d.event_id, d.attempts
         )
         SELECT c.*, o.data FROM claimed AS c JOIN sandbox.stripe_objects AS o ON o.id = c.event_id`,
        [limit, LEASE_SECONDS],
      );
      return rows.map((row) => ({
        id: row.id,
        eventId: row.event_id,
        attempt: row.attempts,
        payload: row.data,
      }));
    },
    recordSuccess: async ({ id }) => {
      await pool.query(
        "UPDATE sandbox.webhook_deliveries SET delivered_at = now(), last_result = 'delivered' WHERE id = $1",
        [id],
      );
    },
    recordFailure: async ({ id, attempt }, problem) => {
      const delaySeconds = Math.min(LONGEST_DELAY_SECONDS, 0.5 * 2 ** Math.min(attempt - 1, 10));
      await pool.query(
        'UPDATE sandbox.webhook_deliveries SET due_at = now() + make_interval(secs => $2), last_result = $3 WHERE id = $1',
        [id, delaySeconds, problem],
      );
    },
    makeAllDue: async () => {
      await pool.query('UPDATE sandbox.webhook_deliveries SET due_at = now() WHERE delivered_at IS NULL');
    },
    readBacklog: async () => {
      const { rows } = await pool.query<{ ms: number | null; unsettled: boolean | null }>(
        `SELECT (extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS ms, bool_or(attempts < $1) AS unsettled
         FROM sandbox.webhook_deliveries WHERE delivered_at IS NULL`,
        [SETTLED_AFTER_ATTEMPTS],
      );
      return { msUntilDue: rows[0]?.ms ?? null, hasUnsettled: rows[0]?.unsettled ?? false };
    },
  };
}
