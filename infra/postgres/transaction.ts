import type { Pool, PoolClient } from 'pg';

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
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    // A connection that couldn't even roll back is closed, not reused.
    client.release(broken);
  }
}
