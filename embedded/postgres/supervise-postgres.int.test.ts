import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { supervisePostgres } from './supervise-postgres.ts';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

it('restarts Postgres on the same port when it ends by itself, but not after a stop', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'supervised-postgres-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const postgres = await supervisePostgres(directory);
  onTestFinished(() => postgres.stop());
  await query(postgres.url, 'CREATE TABLE stored AS SELECT 7 AS number');

  for (let round = 0; round < 2; round += 1) {
    const pid = Number.parseInt(await readFile(join(directory, 'cluster/postmaster.pid'), 'utf8'), 10);
    process.kill(pid, 'SIGKILL');
    const rows = await waitFor(() => query(postgres.url, 'SELECT number FROM stored'));
    expect(rows).toEqual([{ number: 7 }]);
    const newPid = Number.parseInt(await readFile(join(directory, 'cluster/postmaster.pid'), 'utf8'), 10);
    expect(newPid).not.toBe(pid);
  }

  await postgres.stop();
  await expect(query(postgres.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
});
