import type { Pool } from 'pg';

/**
 * Returns how often the studio's part of calendar events has changed: the name, the address and the site's URL, which are configured.
 * Counts another change when they differ from the latest known; 0 before the first.
 */
export async function readPlaceRevision(pool: Pool, place: string): Promise<number> {
  await pool.query(
    `INSERT INTO calendar_places (revision, place)
     SELECT coalesce(max(revision) + 1, 0), $1::text FROM calendar_places
     HAVING $1::text IS DISTINCT FROM (SELECT place FROM calendar_places ORDER BY revision DESC LIMIT 1)
     ON CONFLICT (revision) DO NOTHING`,
    [place],
  );
  const { rows } = await pool.query<{ revision: number }>(
    'SELECT max(revision) AS revision FROM calendar_places',
  );
  return rows[0]?.revision ?? 0;
}
