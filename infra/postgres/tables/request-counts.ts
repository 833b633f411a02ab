import type { Pool } from 'pg';

/** Requests of one address to one route within a time window, across all processes. */
interface RequestCount {
  /** Includes this request. */
  readonly count: number;
  /** The rest of the window. */
  readonly leftMs: number;
}

/** Counts a request; the first after a window's end starts another of `windowMs`. */
export async function countRequest(
  pool: Pool,
  { key, windowMs }: { key: string; windowMs: number },
): Promise<RequestCount> {
  const { rows } = await pool.query<RequestCount>(
    `INSERT INTO request_counts AS seen (key, count, ends_at)
     VALUES ($1, 1, now() + make_interval(secs => $2))
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN seen.ends_at <= now() THEN 1 ELSE seen.count + 1 END,
       ends_at = CASE WHEN seen.ends_at <= now() THEN excluded.ends_at ELSE seen.ends_at END
     RETURNING count, ceil(extract(epoch FROM ends_at - now()) * 1000)::int AS "leftMs"`,
    [key, windowMs / 1000],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A request was not counted');
  if (row.count === 1) await deletePastWindows(pool);
  return row;
}

/** A separate statement that skips locked rows, so that it never waits for other requests. */
async function deletePastWindows(pool: Pool): Promise<void> {
  await pool.query(
    `DELETE FROM request_counts WHERE key IN (
       SELECT key FROM request_counts WHERE ends_at <= now() LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
  );
}
