import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own that can be filled to the last byte. */
export interface SmallDisk {
  readonly path: string;
  /** Takes all the space that is left. */
  fill(): void;
  /** Gives it back. */
  clear(): void;
  remove(): Promise<void>;
}

const MEBIBYTE = Buffer.alloc(1 << 20);

/** A file system in memory of so many MiB; null where this process may not mount one (it takes root on Linux). */
export async function mountSmallDisk(mebibytes: number): Promise<SmallDisk | null> {
  const path = await mkdtemp(join(tmpdir(), 'small-disk-'));
  const options = `size=${mebibytes}m,mode=755`;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' });
  if (mounted.status !== 0) {
    await rm(path, { recursive: true });
    return null;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (let size = MEBIBYTE.length; size >= 512; ) {
          try {
            writeSync(file, MEBIBYTE, 0, size);
          } catch {
            size /= 2;
          }
        }
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(ballast, { force: true }),
    async remove() {
      // What is still open there goes with it.
      execFileSync('umount', ['-l', path]);
      await rm(path, { recursive: true });
    },
  };
}
