import { statfsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isPidUsed } from '#embedded/postgres/process-identity.ts';
import { unmountAllIn } from './outages/small-disk.ts';

const MEMORY = '/dev/shm';
const PREFIX = 'tideline-tests-';
/** A whole run needs less than half of it. */
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Moves the temporary files of the run into memory where Linux has room for them. A studio's start writes a thousand files, a
 * fifth of a test file's time on a disk. Removes what killed runs left there.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TMPDIR']?.startsWith(MEMORY) || !hasRoom()) return undefined;
  await removeLeftovers();
  const folder = await mkdtemp(join(MEMORY, `${PREFIX}${process.pid}-`));
  // Postgres runs as another user when the tests run as root.
  await chmod(folder, 0o1777);
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  return async () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(folder, { recursive: true, force: true });
  };
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Removes the folders of runs whose process has ended. */
export async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isPidUsed(Number(owner))) continue;
    unmountAllIn(join(MEMORY, name));
    await rm(join(MEMORY, name), { recursive: true, force: true });
  }
}
