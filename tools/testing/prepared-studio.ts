import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toLondonDay } from '#domain/london-time.ts';
import { bundleStudio } from './bundle-studio.ts';
import { createDataDirectory, removeDataDirectory } from './data-directory.ts';
import { removeOutdated } from './remove-outdated.ts';
import { startStudioProcess } from './studio-process.ts';
import { getSourcesStamp, root } from './studio-sources.ts';

/** Remains between runs. Not in the clone, because the user that Postgres runs as may not enter it. */
const home = join(
  '/var/tmp',
  `tideline-prepared-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`,
);
/** Names of what a studio keeps beside and in its data directory. */
const KEYS = 'data.keys';
const PORT_FILE = 'postgres/port';

/** A data directory for `startStudioProcess`, and the program that starts fastest on it. */
export interface PreparedStudio {
  readonly dataDir: string;
  readonly program: string;
}

/**
 * Creates a data directory on which a studio without a demo has been started today, and bundles the studio. So the
 * next start has no cluster to create and no migration to run. Remove the directory with `removeDataDirectory`.
 */
export async function createPreparedStudio(name: string): Promise<PreparedStudio> {
  const prepared = await prepareStudio();
  const dataDir = await createDataDirectory(name);
  for (const part of ['data', KEYS]) {
    const copied = spawnSync('cp', ['-a', join(prepared, part), dirname(dataDir)], { encoding: 'utf8' });
    if (copied.status !== 0) throw new Error(`The prepared studio could not be copied: ${copied.stderr}`);
  }
  return { dataDir, program: await bundleStudio('serve') };
}

/** The folder of the prepared studio, of today and of the present sources; starts and stops one when there is none. */
async function prepareStudio(): Promise<string> {
  const stamp = `${toLondonDay(new Date())}-${getSourcesStamp()}`;
  const folder = join(home, stamp);
  if (existsSync(folder)) return folder;
  await mkdir(home, { recursive: true });
  await removeOutdated(home);
  const draft = await createDataDirectory('draft', home);
  const studio = await startStudioProcess(draft);
  await studio.stop();
  // Each copy finds a port of its own.
  await rm(join(draft, PORT_FILE), { force: true });
  // Another process may have been faster; its studio is as good.
  await rename(dirname(draft), folder).catch(() => removeDataDirectory(draft));
  return folder;
}
