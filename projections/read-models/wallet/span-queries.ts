import type pg from 'pg';

/** Whether anything was planned, booked, waited for or bought in a span, from the first instant up to the second. */
export async function hasHistoryBetween(
  pool: pg.Pool,
  { from, until }: { from: Date; until: Date },
): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>({
    name: 'has-history-between',
    text: `SELECT EXISTS (SELECT 1 FROM lot_moves WHERE at >= $1 AND at < $2)
        OR EXISTS (SELECT 1 FROM schedule_classes WHERE starts_at >= $1 AND starts_at < $2)
        OR EXISTS (SELECT 1 FROM waitlist WHERE created_at >= $1 AND created_at < $2) AS exists`,
    values: [from, until],
  });
  return rows[0]?.exists === true;
}
