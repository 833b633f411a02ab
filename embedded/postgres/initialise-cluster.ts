import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Launcher } from './launcher.ts';
import type { PostgresBinaries } from './locate-binaries.ts';

/** How much of initdb's output an error quotes: its cause is in the last lines. */
const QUOTED_LINES = 6;

/**
 * Creates the cluster in `<dataDir>/cluster` unless it exists. It is built under another name and renamed once it is complete and on
 * disk, so that a crash leaves no incomplete cluster.
 */
export async function initialiseCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  launcher: Launcher,
  password: string,
  durable: boolean,
): Promise<void> {
  const cluster = join(dataDir, 'cluster');
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  const draft = join(dataDir, 'cluster.new');
  const passwordFile = join(dataDir, 'password.initdb');
  const logFile = join(dataDir, 'initdb.log');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (launcher.owner !== undefined) {
    await chown(draft, launcher.owner.uid, launcher.owner.gid);
    await chown(passwordFile, launcher.owner.uid, launcher.owner.gid);
  }
  const log = await open(logFile, 'w');
  try {
    const initdb = launcher.launch(binaries.initdb, initdbArguments(draft, passwordFile, durable), log.fd);
    const [code] = await once(initdb, 'exit');
    if (code !== 0) {
      const lines = (await readFile(logFile, 'utf8')).split('\n').filter((line) => line.trim() !== '');
      throw new Error(
        `Postgres could not create its files. Its last output: ${lines.slice(-QUOTED_LINES).join('\n')}\nThe whole output is in ${logFile}.`,
      );
    }
  } finally {
    await log.close();
    await rm(passwordFile, { force: true });
  }
  await rename(draft, cluster);
  const directory = await open(dataDir, 'r');
  await directory.sync().finally(() => directory.close());
}

function initdbArguments(directory: string, passwordFile: string, durable: boolean): string[] {
  return [
    ...['-D', directory, '-U', 'postgres'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...(durable ? [] : ['--no-sync']),
  ];
}
