import type { Pool } from 'pg';
import { inTransaction } from '../transaction.ts';

const name = 'reactors';

/** Longer than jobs are retried during an outage. */
const rewindHours = 48;
const markRetentionDays = 7;

/** The reactors' position; null is before the log's start. */
export interface ReactorPosition {
  readonly position: bigint | null;
  /** Whether this hour has its mark. */
  readonly isMarked: boolean;
}

export async function readReactorPosition(pool: Pool): Promise<ReactorPosition> {
  const { rows } = await pool.query<{ position: string | null; isMarked: boolean }>(
    `SELECT (SELECT position::text FROM reactor_checkpoints WHERE name = $1) AS position,
       EXISTS (SELECT 1 FROM reactor_marks WHERE hour = date_trunc('hour', now())) AS "isMarked"`,
    [name],
  );
  const position = rows[0]?.position ?? null;
  return { position: position === null ? null : BigInt(position), isMarked: rows[0]?.isMarked ?? false };
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

/** Moves the reactors' position; returns false without a change when it is no longer `from`. */
export async function moveReactorPosition(pool: Pool, from: bigint | null, to: bigint): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO reactor_checkpoints AS stored (name, position) VALUES ($1, $3)
     ON CONFLICT (name) DO UPDATE SET position = excluded.position, updated_at = now()
     WHERE stored.position IS NOT DISTINCT FROM $2`,
    [name, from?.toString() ?? null, to.toString()],
  );
  return rowCount === 1;
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
    await client.query('UPDATE reactor_checkpoints SET position = $2, updated_at = now() WHERE name = $1', [
      name,
      mark.position,
    ]);
    return true;
  });
}
