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
import { serverSettings } from './server-settings.ts';
import { stopOnExit } from './stop-on-exit.ts';

export type EmbeddedPostgres = {
  /** Of the maintenance database `postgres`, as superuser. */
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
  /** Default: a free one, kept for the next start. */
  port?: number;
  /** False turns fsync off: for tests that don't test durability. */
  durable?: boolean;
};

const LOG_LIMIT = 10_000_000;

/**
 * Starts the Postgres of `dataDir`, which is made on first use; leftovers of a killed process are ended first.
 * Throws when another living process uses the directory, or when Postgres can't start (with its own words).
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
    const password = await keptPassword(dataDir);
    await initialiseCluster(dataDir, binaries, launcher, password, durable);
    await stopLeftoverServers(cluster);
    const { server, port } = await launchOnPort(dataDir, binaries, launcher, options.port, durable);
    return handle(server, port, password, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function handle(server: ChildProcess, port: number, password: string, unlock: () => void): EmbeddedPostgres {
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
    const impatient = setTimeout(() => server.kill('SIGQUIT'), 10_000);
    const furious = setTimeout(() => server.kill('SIGKILL'), 20_000);
    await exited;
    clearTimeout(impatient);
    clearTimeout(furious);
  };
  const removeHooks = stopOnExit(server, stop);
  const urlFor = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  return { url: urlFor('postgres'), urlFor, port, pid: server.pid ?? 0, stop, exited };
}

/** Another program may take the port between our look and Postgres's bind; then the next one is tried. */
async function launchOnPort(
  dataDir: string,
  binaries: PostgresBinaries,
  launcher: Launcher,
  wanted: number | undefined,
  durable: boolean,
): Promise<{ server: ChildProcess; port: number }> {
  const portFile = join(dataDir, 'port');
  const remembered = Number.parseInt(await readFile(portFile, 'utf8').catch(() => ''), 10);
  for (let attempt = 1; ; attempt++) {
    const port = wanted ?? (await findFreePort(attempt === 1 && remembered > 0 ? remembered : undefined));
    try {
      const server = await launchServer(dataDir, binaries, launcher, port, durable);
      if (port !== remembered) await writeFile(portFile, String(port));
      return { server, port };
    } catch (error) {
      const taken = error instanceof Error && /could not bind|could not create any TCP/.test(error.message);
      if (!taken || wanted !== undefined || attempt === 5) throw error;
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
  const before = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  const log = await open(logFile, before > LOG_LIMIT ? 'w' : 'a');
  const logStart = before > LOG_LIMIT ? 0 : before;
  const server = launcher.launch(
    binaries.postgres,
    ['-D', cluster, ...serverSettings(port, durable)],
    log.fd,
  );
  await log.close();
  const failed = once(server, 'error').then(([cause]) => {
    throw new Error('Postgres could not be started', { cause });
  });
  await Promise.race([failed, untilReadyOrEnded(server, cluster)]);
  if (server.exitCode !== null || server.signalCode !== null) {
    const said = (await readFile(logFile)).subarray(logStart).toString('utf8').trim();
    throw new Error(
      `Postgres ended while starting (${server.exitCode ?? server.signalCode}). It said: ${said}`,
    );
  }
  return server;
}

/** The postmaster writes its state into the last line of its pid file; pg_ctl waits by the same sign. */
async function untilReadyOrEnded(server: ChildProcess, cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const started = Date.now();
  let told = false;
  while (server.exitCode === null && server.signalCode === null) {
    const lines = existsSync(pidFile) ? (await readFile(pidFile, 'utf8').catch(() => '')).split('\n') : [];
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return;
    if (!told && Date.now() - started > 10_000) {
      told = true;
      console.error('Postgres is still recovering; waiting for it.');
    }
    await delay(10);
  }
}

async function keptPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'password');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined && kept.length > 0) return kept;
  if (existsSync(join(dataDir, 'cluster', 'PG_VERSION'))) {
    throw new Error(`The password of the database is missing: ${file}. Bring it back from a backup.`);
  }
  const password = randomBytes(24).toString('base64url');
  const handleOfFile = await open(file, 'w', 0o600);
  await handleOfFile.writeFile(password);
  await handleOfFile.sync();
  await handleOfFile.close();
  return password;
}
