import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPool } from '#infra/postgres/create-pool.ts';
import { ensureDatabase } from '#infra/postgres/ensure-database.ts';
import { TEMPLATE_DATABASE } from './global-postgres.ts';

export type TestDatabase = { url: string; pool: pg.Pool; drop(): Promise<void> };

/**
 * Creates a database on the run's Postgres with all migrations, or an empty one. `drop` ends the pool and closes all other
 * connections.
 */
export async function freshDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await ensureDatabase(server, name, options.empty === true ? undefined : TEMPLATE_DATABASE);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const pool = createPool(address.href, { onIdleError: () => {} });
  return {
    url: address.href,
    pool,
    async drop() {
      if (!pool.ended) await pool.end();
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
      await client.end();
    },
  };
}
