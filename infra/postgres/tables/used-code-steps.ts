import type { Pool } from 'pg';

/**
 * Marks the step of a right one-time code as used. False if a code of this step or of a later one was accepted before. One
 * statement decides, so that of concurrent calls in any processes one returns true, and no crash makes a code valid again.
 */
export async function claimCodeStep(pool: Pool, staffId: string, step: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO used_code_steps AS used (staff_id, last_step) VALUES ($1, $2)
     ON CONFLICT (staff_id) DO UPDATE SET last_step = excluded.last_step WHERE used.last_step < excluded.last_step`,
    [staffId, step],
  );
  return rowCount === 1;
}
