import { once } from 'node:events';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from '#tools/testing/outages/tcp-proxy.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { createPool } from './create-pool.ts';
import { monitorConnection } from './monitor-connection.ts';

let database: TestDatabase;
let proxy: TcpProxy;
let url: string;

beforeEach(async () => {
  database = await freshDatabase({ empty: true });
  const address = new URL(database.url);
  proxy = await startTcpProxy(Number(address.port));
  address.port = String(proxy.port);
  url = address.href;
});
afterEach(async () => {
  await proxy?.close();
  await database?.drop();
});

describe('a connection that breaks without a sign', () => {
  it('fails its query in time, and the next query gets a new connection', async () => {
    const pool = createPool(url, { max: 1, onIdleError: () => {} });
    await pool.query('SELECT 1');
    await proxy.startFault('answers lost');
    await expect(pool.query('SELECT 2')).rejects.toThrow('Query read timeout');
    await proxy.repair();
    await expect(pool.query('SELECT 3 AS n')).resolves.toMatchObject({ rows: [{ n: 3 }] });
    await pool.end();
  });

  it('is closed although it is idle', async () => {
    const client = new pg.Client({ connectionString: url, query_timeout: 1_000 });
    await client.connect();
    monitorConnection(client);
    await proxy.startFault('half-open');
    const [error] = await once(client, 'error');
    expect(String(error)).toContain('Connection terminated');
  });

  it('is distinguished from an idle one whose check returns an error', async () => {
    const client = new pg.Client({ connectionString: url });
    const errors: Error[] = [];
    client.on('error', (error) => errors.push(error));
    await client.connect();
    monitorConnection(client);
    await client.query('BEGIN');
    await client.query('no SQL').catch(() => {});
    // The check after five seconds returns an error, because the transaction is aborted.
    const connections = await database.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    const [{ pid } = { pid: 0 }] = connections.rows;
    await expect
      .poll(
        async () => {
          const { rows } = await database.pool.query<{ query: string }>(
            'SELECT query FROM pg_stat_activity WHERE pid = $1',
            [pid],
          );
          return rows[0]?.query;
        },
        { interval: 100 },
      )
      .toBe('SELECT 1');
    await client.query('ROLLBACK');
    await expect(client.query('SELECT 4 AS n')).resolves.toMatchObject({ rows: [{ n: 4 }] });
    expect(errors).toEqual([]);
    await client.end();
  });
});
