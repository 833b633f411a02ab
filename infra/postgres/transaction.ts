import type { Pool, PoolClient } from 'pg';
import { isPostgresUnavailable } from './unavailable.ts';

/** Runs `work` in a transaction: commits when it resolves, rolls back and rethrows when it rejects. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A rollback on an unresponsive connection would only wait; closing it makes the server roll back.
    if (error instanceof Error && isPostgresUnavailable(error)) {
      broken = error;
      throw error;
    }
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    // A connection whose rollback failed is closed instead of reused.
    client.release(broken);
  }
}

/** Runs `read` in a read-only transaction whose queries all see the same snapshot. */
export const inSnapshot = <T>(pool: Pool, read: (client: PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return read(client);
  });
