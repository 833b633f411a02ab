import type { Pool } from 'pg';
import type { Queryable } from './queryable.ts';

/**
 * Opens and prepares all connections of a pool in advance and never closes idle ones. Each costs the server a process, a password
 * proof and the planning of every statement, which would delay the first second of a burst. A connection that fails now is opened on
 * demand.
 */
export async function openConnections(
  pool: Pool,
  prepare: (connection: Queryable) => Promise<unknown>,
): Promise<void> {
  pool.options.idleTimeoutMillis = 0;
  const opening = Array.from({ length: pool.options.max }, async () => {
    const client = await pool.connect();
    try {
      await prepare(client);
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  });
  await Promise.allSettled(opening);
}
