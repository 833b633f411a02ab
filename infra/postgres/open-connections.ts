import type { Pool } from 'pg';
import type { Asker } from './asker.ts';

/**
 * Opens all connections of a pool before they are needed, has each `prepare`d, and keeps them. Each costs the server a process,
 * the client a password proof, and both the first look at every statement: when hundreds of people come within one second that is
 * no time for twenty of them. One that can't be opened now is opened when it is asked for.
 */
export async function openConnections(
  pool: Pool,
  prepare: (connection: Asker) => Promise<unknown>,
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
