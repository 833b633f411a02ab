import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Creates a data directory in a folder of its own, because a generated master key lies beside it. */
export async function createDataDirectory(name: string, parent = tmpdir()): Promise<string> {
  const dataDir = join(await mkdtemp(join(parent, `${name}-`)), 'data');
  await mkdir(dataDir);
  return dataDir;
}

/** Removes the directory and its folder. */
export const removeDataDirectory = (dataDir: string): Promise<void> =>
  rm(dirname(dataDir), { recursive: true, force: true });
