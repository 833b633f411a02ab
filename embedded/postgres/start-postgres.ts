import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockDirectory } from './directory-lock.ts';
import { findFreePort } from './find-free-port.ts';
import { initialiseCluster } from './initialise-cluster.ts';
import { chooseLauncher, type Launcher } from './launcher.ts';
import { stopLeftoverServers } from './leftover-servers.ts';
import { locateBinaries, type PostgresBinaries } from './locate-binaries.ts';
import { toServerArguments } from './server-arguments.ts';
import { stopOnExit } from './stop-on-exit.ts';

export type EmbeddedPostgres = {
  /** Connects to the maintenance database `postgres` as superuser. */
  url: string;
  urlFor(database: string): string;
  port: number;
  /** The postmaster's process id, for tests that kill it. */
  pid: number;
  stop(): Promise<void>;
  /** Settles when the server has ended, by `stop` or by itself. */
  exited: Promise<{ code: number | null }>;
};

type Options = {
  dataDir: string;
  /** Default: a free port, remembered for the next start. */
  port?: number;
  /** False turns fsync off, for tests that do not test durability. */
  durable?: boolean;
};

const MAX_LOG_BYTES = 10_000_000;

/**
 * Starts the Postgres of `dataDir`. Creates it on first use, and ends servers that a killed process left behind.
 * @throws DirectoryInUse when another process uses the directory, and an Error that quotes Postgres when it cannot start
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const durable = options.durable ?? true;
  await mkdir(dataDir, { recursive: true });
  const unlock = lockDirectory(join(dataDir, 'lock'));
  try {
    const cluster = join(dataDir, 'cluster');
    const binaries = await locateBinaries();
    const launcher = chooseLauncher(binaries, cluster);
    const password = await readOrCreatePassword(dataDir);
    await initialiseCluster(dataDir, binaries, launcher, password, durable);
    await stopLeftoverServers(cluster);
    const { server, port } = await launchOnPort(dataDir, binaries, launcher, options.port, durable);
    return createHandle(server, port, password, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function createHandle(
  server: ChildProcess,
  port: number,
  password: string,
  unlock: () => void,
): EmbeddedPostgres {
  const exited = (
    server.exitCode === null && server.signalCode === null ? once(server, 'exit') : Promise.resolve()
  ).then(() => {
    removeHooks();
    unlock();
    return { code: server.exitCode };
  });
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) {
      await exited;
      return;
    }
    server.kill('SIGINT');
    const quitTimer = setTimeout(() => server.kill('SIGQUIT'), 10_000);
    const killTimer = setTimeout(() => server.kill('SIGKILL'), 20_000);
    await exited;
    clearTimeout(quitTimer);
    clearTimeout(killTimer);
  };
  const removeHooks = stopOnExit(server, stop);
  const urlFor = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  return { url: urlFor('postgres'), urlFor, port, pid: server.pid ?? 0, stop, exited };
}

/** Tries another port when a program takes the free one before Postgres binds it. */
async function launchOnPort(
  dataDir: string,
  binaries: PostgresBinaries,
  launcher: Launcher,
  requiredPort: number | undefined,
  durable: boolean,
): Promise<{ server: ChildProcess; port: number }> {
  const portFile = join(dataDir, 'port');
  const remembered = Number.parseInt(await readFile(portFile, 'utf8').catch(() => ''), 10);
  for (let attempt = 1; ; attempt++) {
    const port =
      requiredPort ?? (await findFreePort(attempt === 1 && remembered > 0 ? remembered : undefined));
    try {
      const server = await launchServer(dataDir, binaries, launcher, port, durable);
      if (port !== remembered) await writeFile(portFile, String(port));
      return { server, port };
    } catch (error) {
      const isTaken = error instanceof Error && /could not bind|could not create any TCP/.test(error.message);
      if (!isTaken || requiredPort !== undefined || attempt === 5) throw error;
    }
  }
}

async function launchServer(
  dataDir: string,
  binaries: PostgresBinaries,
  launcher: Launcher,
  port: number,
  durable: boolean,
): Promise<ChildProcess> {
  const cluster = join(dataDir, 'cluster');
  const logFile = join(dataDir, 'postgres.log');
  const logBytes = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  const log = await open(logFile, logBytes > MAX_LOG_BYTES ? 'w' : 'a');
  const logStart = logBytes > MAX_LOG_BYTES ? 0 : logBytes;
  const server = launcher.launch(
    binaries.postgres,
    ['-D', cluster, ...toServerArguments(port, durable)],
    log.fd,
  );
  await log.close();
  const failed = once(server, 'error').then(([cause]) => {
    throw new Error('Postgres could not be started', { cause });
  });
  await Promise.race([failed, waitUntilReadyOrEnded(server, cluster)]);
  if (server.exitCode !== null || server.signalCode !== null) {
    const output = (await readFile(logFile)).subarray(logStart).toString('utf8').trim();
    throw new Error(
      `Postgres ended while starting (${server.exitCode ?? server.signalCode}). Its output: ${output}`,
    );
  }
  return server;
}

/** Polls the last line of the pid file, where the postmaster writes its state; pg_ctl does the same. */
async function waitUntilReadyOrEnded(server: ChildProcess, cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const started = Date.now();
  let isLogged = false;
  while (server.exitCode === null && server.signalCode === null) {
    const lines = existsSync(pidFile) ? (await readFile(pidFile, 'utf8').catch(() => '')).split('\n') : [];
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return;
    if (!isLogged && Date.now() - started > 10_000) {
      isLogged = true;
      console.error('Postgres is still recovering; waiting for it.');
    }
    await delay(10);
  }
}

async function readOrCreatePassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'password');
  const stored = await readFile(path, 'utf8').catch(() => undefined);
  if (stored !== undefined && stored.length > 0) return stored;
  if (existsSync(join(dataDir, 'cluster', 'PG_VERSION'))) {
    throw new Error(`The password of the database is missing: ${path}. Restore it from a backup.`);
  }
  const password = randomBytes(24).toString('base64url');
  const file = await open(path, 'w', 0o600);
  await file.writeFile(password);
  await file.sync();
  await file.close();
  return password;
}
