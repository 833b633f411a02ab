import type { Pool } from 'pg';
import { inTransaction } from '../transaction.ts';

const name = 'reactors';

/** Longer than jobs are retried during an outage. */
const rewindHours = 48;
const markRetentionDays = 7;

/** The reactors' position; null is before the log's start. */
export interface ReactorPosition {
  readonly position: bigint | null;
  /** Of the stored row, which each change replaces; null without a row. A position alone may be set back to what it is. */
  readonly version: string | null;
  /** Whether this hour has its mark. */
  readonly isMarked: boolean;
}

export async function readReactorPosition(pool: Pool): Promise<ReactorPosition> {
  const { rows } = await pool.query<{ position: string | null; version: string | null; isMarked: boolean }>(
    `SELECT stored.position::text AS position, stored.xmin::text AS version,
       EXISTS (SELECT 1 FROM reactor_marks WHERE hour = date_trunc('hour', now())) AS "isMarked"
     FROM (VALUES ($1)) AS asked (name) LEFT JOIN reactor_checkpoints AS stored USING (name)`,
    [name],
  );
  const { position = null, version = null, isMarked = false } = rows[0] ?? {};
  return { position: position === null ? null : BigInt(position), version, isMarked };
}

/** Stores the reactors' position at this hour. */
export async function markReactorPosition(pool: Pool, position: bigint | null): Promise<void> {
  await pool.query(
    "INSERT INTO reactor_marks (hour, position) VALUES (date_trunc('hour', now()), $1) ON CONFLICT DO NOTHING",
    [position?.toString() ?? null],
  );
  await pool.query('DELETE FROM reactor_marks WHERE hour < now() - make_interval(days => $1)', [
    markRetentionDays,
  ]);
}

/** Moves the reactors' position and returns the row's new version; null, without a change, when the row is no longer `version`. */
export async function moveReactorPosition(
  pool: Pool,
  version: string | null,
  to: bigint,
): Promise<string | null> {
  const { rows } = await pool.query<{ version: string }>(
    `INSERT INTO reactor_checkpoints AS stored (name, position) VALUES ($1, $3)
     ON CONFLICT (name) DO UPDATE SET position = excluded.position, updated_at = now()
     WHERE stored.xmin::text = $2
     RETURNING stored.xmin::text AS version`,
    [name, version, to.toString()],
  );
  return rows[0]?.version ?? null;
}

/**
 * Moves the reactors back by two days, or to the first mark, so that they enqueue the jobs of that time again. Finished jobs do
 * nothing. Returns false when there is no mark, so no job was ever enqueued.
 */
export function rewindReactors(pool: Pool): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ position: string | null }>(
      `SELECT position::text FROM reactor_marks
       ORDER BY hour <= now() - make_interval(hours => $1) DESC,
         CASE WHEN hour <= now() - make_interval(hours => $1) THEN hour END DESC, hour
       LIMIT 1`,
      [rewindHours],
    );
    const [mark] = rows;
    if (mark === undefined) return false;
    // Also where no position is stored yet, or it is that one: a batch that is being enqueued must not move it.
    await client.query(
      `INSERT INTO reactor_checkpoints (name, position) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET position = excluded.position, updated_at = now()`,
      [name, mark.position],
    );
    return true;
  });
}
