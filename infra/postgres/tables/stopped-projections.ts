import type { Pool } from 'pg';

/** A projection stopped by an event that it cannot project. */
export interface StoppedProjection {
  readonly name: string;
  readonly eventId: string;
}

/** Projections stopped by an event, without those that are being rebuilt. */
export async function readStoppedProjections(pool: Pool): Promise<StoppedProjection[]> {
  const { rows } = await pool.query<StoppedProjection>(
    `SELECT name, error ->> 'eventId' AS "eventId" FROM projection_checkpoints
     WHERE status = 'stopped' AND error ? 'eventId' ORDER BY name`,
  );
  return rows;
}
