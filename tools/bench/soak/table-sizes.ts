import { createPool } from '#infra/postgres/create-pool.ts';
import type { Backends } from '#infra/runtime/connect.ts';

/** Size of a table with its indexes. Postgres estimates the rows. */
export interface TableSize {
  readonly bytes: number;
  readonly rows: number;
}

/** Reads the sizes of all tables: read models, queue, sandbox and embedded event store. */
export async function readTableSizes({ databaseUrl }: Backends): Promise<Map<string, TableSize>> {
  const sizes = new Map<string, TableSize>();
  const store = new URL(databaseUrl);
  store.pathname = '/event_store';
  for (const url of [databaseUrl, store.href]) {
    const pool = createPool(url, { max: 1, queryTimeoutMs: null });
    try {
      const { rows } = await pool.query<{ name: string; bytes: number; rows: number }>(
        `SELECT schemaname || '.' || relname AS name, pg_total_relation_size(relid) AS bytes, n_live_tup AS rows
         FROM pg_stat_user_tables`,
      );
      for (const { name, ...size } of rows) sizes.set(name, size);
    } finally {
      await pool.end();
    }
  }
  return sizes;
}
