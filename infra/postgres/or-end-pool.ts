import type { Pool } from 'pg';

/** What the first work on a pool comes to; a pool with which it fails is ended, since nobody else would. */
export async function orEndPool<T>(pool: Pick<Pool, 'end'>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await pool.end();
    throw error;
  }
}
