import type { Pool } from 'pg';

/** Reads the creation time of the newest webhook collected from Stripe; null before the first collection. */
export async function readCollectedTo(pool: Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ collectedTo: Date }>(
    `SELECT collected_to AS "collectedTo" FROM webhook_collections WHERE provider = 'stripe'`,
  );
  return rows[0]?.collectedTo ?? null;
}

/** Moves the time of the newest collected webhook forward, never back. */
export async function advanceCollectedTo(pool: Pool, newest: Date): Promise<void> {
  await pool.query(
    `INSERT INTO webhook_collections (provider, collected_to) VALUES ('stripe', $1)
     ON CONFLICT (provider) DO UPDATE
     SET collected_to = greatest(webhook_collections.collected_to, excluded.collected_to)`,
    [newest],
  );
}
