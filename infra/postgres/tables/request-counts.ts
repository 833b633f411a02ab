import type { Pool } from 'pg';

/** Requests of one address to one route, or of one person within a budget, in a time window, across all processes. */
interface RequestCount {
  /** Includes what is counted now. */
  readonly count: number;
  /** The rest of the window. */
  readonly leftMs: number;
}

/** Counts a request, or as many as `by`; the first after a window's end starts another of `windowMs`. */
export async function countRequest(
  pool: Pool,
  { key, windowMs, by = 1 }: { key: string; windowMs: number; by?: number },
): Promise<RequestCount> {
  const { rows } = await pool.query<RequestCount>(
    `INSERT INTO request_counts AS seen (key, count, ends_at)
     VALUES ($1, $3, now() + make_interval(secs => $2))
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN seen.ends_at <= now() THEN excluded.count ELSE seen.count + excluded.count END,
       ends_at = CASE WHEN seen.ends_at <= now() THEN excluded.ends_at ELSE seen.ends_at END
     RETURNING count, ceil(extract(epoch FROM ends_at - now()) * 1000)::int AS "leftMs"`,
    [key, windowMs / 1000, by],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A request was not counted');
  if (row.count === by) await deletePastWindows(pool);
  return row;
}

/** A separate statement that skips locked rows, so that it never waits for other requests. */
async function deletePastWindows(pool: Pool): Promise<void> {
  await pool.query(
    `DELETE FROM request_counts WHERE key IN (
       SELECT key FROM request_counts WHERE ends_at <= now() LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
  );
}
