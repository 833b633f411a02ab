import type { Pool } from 'pg';

/** A projection that stands still at an event that it can not take. */
export interface StoppedProjection {
  readonly name: string;
  readonly eventId: string;
}

/** Those that an event has stopped; not those whose tables are just being built anew. */
export async function stoppedProjections(pool: Pool): Promise<StoppedProjection[]> {
  const { rows } = await pool.query<StoppedProjection>(
    `SELECT name, error ->> 'eventId' AS "eventId" FROM projection_checkpoints
     WHERE status = 'stopped' AND error ? 'eventId' ORDER BY name`,
  );
  return rows;
}
