import { once } from 'node:events';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from '#tools/testing/outages/tcp-proxy.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { closeWhenSilent } from './close-when-silent.ts';
import { createPool } from './create-pool.ts';

let database: TestDatabase;
let wire: TcpProxy;
let url: string;

beforeEach(async () => {
  database = await freshDatabase({ empty: true });
  const address = new URL(database.url);
  wire = await startTcpProxy(Number(address.port));
  address.port = String(wire.port);
  url = address.href;
});
afterEach(async () => {
  await wire.close();
  await database.drop();
});

describe('a connection that breaks without a sign', () => {
  it('is given up by every pool, whoever made it, and the next query has another', async () => {
    const pool = createPool(url, { max: 1, onIdleError: () => {} });
    await pool.query('SELECT 1');
    await wire.strike('deaf');
    await expect(pool.query('SELECT 2')).rejects.toThrow('Query read timeout');
    await wire.mend();
    await expect(pool.query('SELECT 3 AS n')).resolves.toMatchObject({ rows: [{ n: 3 }] });
    await pool.end();
  }, 30_000);

  it('is closed although nobody asks anything of it', async () => {
    const client = new pg.Client({ connectionString: url, query_timeout: 1_000 });
    await client.connect();
    closeWhenSilent(client);
    await wire.strike('silent');
    const [error] = await once(client, 'error');
    expect(String(error)).toContain('Connection terminated');
  }, 30_000);

  it('is not mistaken for one that has nothing to say, or complains', async () => {
    const client = new pg.Client({ connectionString: url, query_timeout: 1_000 });
    const errors: Error[] = [];
    client.on('error', (error) => errors.push(error));
    await client.connect();
    closeWhenSilent(client);
    await client.query('BEGIN');
    await client.query('no SQL').catch(() => {});
    // It is asked after five seconds, and answers with an error.
    const asked = await database.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    const [{ pid } = { pid: 0 }] = asked.rows;
    await expect
      .poll(
        async () => {
          const { rows } = await database.pool.query<{ query: string }>(
            'SELECT query FROM pg_stat_activity WHERE pid = $1',
            [pid],
          );
          return rows[0]?.query;
        },
        { timeout: 15_000, interval: 100 },
      )
      .toBe('SELECT 1');
    await client.query('ROLLBACK');
    await expect(client.query('SELECT 4 AS n')).resolves.toMatchObject({ rows: [{ n: 4 }] });
    expect(errors).toEqual([]);
    await client.end();
  }, 30_000);
});
