import type { Pool } from 'pg';

/**
 * Opens all connections of a pool before they are needed, and keeps them. Each costs the server a process and the client a
 * password proof: when hundreds of people come within one second that is no time for twenty of them. One that can't be opened now
 * is opened when it is asked for.
 */
export async function openConnections(pool: Pool): Promise<void> {
  pool.options.idleTimeoutMillis = 0;
  const opening = Array.from({ length: pool.options.max }, () => pool.connect());
  for (const opened of await Promise.allSettled(opening)) {
    if (opened.status === 'fulfilled') opened.value.release();
  }
}
