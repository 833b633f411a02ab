import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { findFreePort } from './find-free-port.ts';
import { chooseLauncher } from './launcher.ts';
import { locateBinaries } from './locate-binaries.ts';
import { isAlive } from './process-identity.ts';
import { toServerArguments } from './server-arguments.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-postgres.ts';

const holderOutput = z.object({ pid: z.number(), url: z.string() });
const cleanups: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tideline-pg-'));
  cleanups.push(() => rm(directory, { recursive: true, force: true }));
  return join(directory, 'data');
}

async function start(dataDir: string, durable = true): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, durable });
  cleanups.push(() => postgres.stop());
  return postgres;
}

/** Starts Postgres from another Node process, which runs until it is killed. */
async function hold(dataDir: string): Promise<{ holder: ChildProcess; pid: number; url: string }> {
  const program = join(import.meta.dirname, 'hold-postgres.fixture.ts');
  const holder = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  cleanups.push(() => holder.kill('SIGKILL'));
  const [line] = await once(holder.stdout, 'data');
  return { holder, ...holderOutput.parse(JSON.parse(String(line))) };
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

const isRoot = process.getuid?.() === 0;
const canAnyoneEnter = listAncestors(import.meta.dirname).every(
  (directory) => (statSync(directory).mode & 0o1) === 1,
);

function listAncestors(directory: string): string[] {
  return dirname(directory) === directory ? [directory] : [directory, ...listAncestors(dirname(directory))];
}

describe('the embedded Postgres', () => {
  it('starts in a new directory, and restarts within 3 s with the same data, port and password', async () => {
    const dataDir = newDirectory();
    const first = await start(dataDir);
    await query(first.url, 'CREATE TABLE stored AS SELECT 7 AS n');
    await first.stop();
    await expect(first.exited).resolves.toEqual({ code: 0 });

    const restartedAt = performance.now();
    const second = await start(dataDir);
    expect(performance.now() - restartedAt).toBeLessThan(3000);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT n FROM stored')).toEqual([{ n: 7 }]);
    expect(statSync(join(dataDir, 'password')).mode & 0o077).toBe(0);
  });

  it('is durable, demands the password and listens on loopback only', async () => {
    const postgres = await start(newDirectory());
    const rows = await query(
      postgres.url,
      `SELECT name, setting FROM pg_settings WHERE name IN
         ('fsync', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories', 'TimeZone') ORDER BY name`,
    );
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      TimeZone: 'UTC',
      fsync: 'on',
      listen_addresses: '127.0.0.1',
      synchronous_commit: 'on',
      unix_socket_directories: '',
    });
    const wrong = new URL(postgres.url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password/);
  });

  it('starts in a directory that only root may enter', { skip: !isRoot }, async () => {
    const dataDir = newDirectory();
    expect(statSync(join(dataDir, '..')).mode & 0o077).toBe(0);
    const postgres = await start(dataDir, false);
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('runs without privileges in a directory that any user may enter', {
    skip: !isRoot || !canAnyoneEnter,
  }, async () => {
    const dataDir = newDirectory();
    await chmod(join(dataDir, '..'), 0o755);
    const postgres = await start(dataDir, false);
    const status = readFileSync(`/proc/${postgres.pid}/status`, 'utf8');
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect(status).toMatch(/^Uid:\s+65534\b/m);
  });

  it('refuses a directory that a running process uses', async () => {
    const dataDir = newDirectory();
    await start(dataDir, false);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `process ${process.pid} is already running`,
    );
  });

  it('ignores the locks of an ended process whose id another process has', async () => {
    const dataDir = newDirectory();
    const first = await start(dataDir, false);
    await first.stop();
    // The test's own process stands for the other process: it runs, and is not Postgres.
    await writeFile(join(dataDir, 'lock'), JSON.stringify({ pid: process.pid, startedAt: 'another time' }));
    await writeFile(join(dataDir, 'cluster/postmaster.pid'), `${process.pid}\n${join(dataDir, 'cluster')}\n`);
    const second = await start(dataDir, false);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('creates its files again when their creation was interrupted', async () => {
    const dataDir = newDirectory();
    await mkdir(join(dataDir, 'cluster.new/base'), { recursive: true });
    const postgres = await start(dataDir, false);
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('has every committed row after kill -9 of Node and Postgres', async () => {
    const dataDir = newDirectory();
    const { holder, pid, url } = await hold(dataDir);
    await query(url, 'CREATE TABLE stored (n int); INSERT INTO stored SELECT generate_series(1, 1000)');
    // Postgres first: it would shut down in good order when Node dies.
    process.kill(pid, 'SIGKILL');
    await kill(holder, 'SIGKILL');
    const postgres = await start(dataDir);
    expect(await query(postgres.url, 'SELECT count(*)::int AS n FROM stored')).toEqual([{ n: 1000 }]);
  });

  it('ends an orphaned server that still runs on the directory', async () => {
    const dataDir = newDirectory();
    const first = await start(dataDir);
    await query(first.url, 'CREATE TABLE stored AS SELECT 7 AS n');
    await first.stop();
    const orphan = await startWithoutLock(dataDir);
    expect(isAlive(orphan)).toBe(true);
    const second = await start(dataDir);
    expect(isAlive(orphan)).toBe(false);
    expect(await query(second.url, 'SELECT n FROM stored')).toEqual([{ n: 7 }]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('stops when Node gets %s', async (signal) => {
    const dataDir = newDirectory();
    const { holder, pid } = await hold(dataDir);
    await kill(holder, signal);
    await waitFor(() => !isAlive(pid));
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
  });

  it('resolves `exited` when the server ends by itself', async () => {
    const postgres = await start(newDirectory(), false);
    process.kill(postgres.pid, 'SIGQUIT');
    await expect(postgres.exited).resolves.toEqual({ code: 0 });
  });
});

/** Starts a postmaster without taking the directory's lock. */
async function startWithoutLock(dataDir: string): Promise<number> {
  const cluster = join(dataDir, 'cluster');
  const binaries = await locateBinaries();
  const log = openSync(join(dataDir, 'orphan.log'), 'w');
  const serverArguments = toServerArguments(await findFreePort(), true);
  const server = chooseLauncher(binaries, cluster).launch(
    binaries.postgres,
    ['-D', cluster, ...serverArguments],
    log,
  );
  closeSync(log);
  await waitFor(() => readFileSync(join(cluster, 'postmaster.pid'), 'utf8').includes('ready'));
  return server.pid ?? 0;
}
