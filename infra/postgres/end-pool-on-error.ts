import type { Pool } from 'pg';

/** Awaits the first query on a new pool, and ends the pool if it fails, because its caller never receives the pool. */
export async function endPoolOnError<T>(pool: Pick<Pool, 'end'>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await pool.end();
    throw error;
  }
}
