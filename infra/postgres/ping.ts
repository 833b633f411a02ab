import type { Queryable } from './queryable.ts';

/** Rejects when Postgres does not answer. */
export async function pingPostgres(queryable: Queryable): Promise<void> {
  await queryable.query('SELECT 1');
}
