import type { Pool, PoolClient } from 'pg';
import { isPostgresUnavailable } from './unavailable.ts';

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws (and the error passed on). */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // On a connection that does not answer a rollback would only wait; closing it has the server roll back.
    if (error instanceof Error && isPostgresUnavailable(error)) {
      broken = error;
      throw error;
    }
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    // A connection that couldn't even roll back is closed, not reused.
    client.release(broken);
  }
}
