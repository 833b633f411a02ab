import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system that can be filled to the last byte. */
export interface SmallDisk {
  readonly path: string;
  /** Uses up the free space. */
  fill(): void;
  /** Frees the space again. */
  clear(): void;
  remove(): Promise<void>;
}

const MEBIBYTE = Buffer.alloc(1 << 20);

// A lazy unmount, because files there may still be open.
const unmount = (path: string) => execFileSync('umount', ['-l', path]);

/** Unmounts what a killed run left mounted in a folder of Linux, which could not be removed otherwise. */
export function unmountAllIn(folder: string): void {
  const paths = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  for (const path of paths) if (path.startsWith(`${folder}/`)) unmount(path);
}

/** Mounts a file system in memory; null where this process may not mount one (it takes root on Linux). */
export async function mountSmallDisk(sizeMiB: number, parent = tmpdir()): Promise<SmallDisk | null> {
  const path = await mkdtemp(join(parent, 'small-disk-'));
  const options = `size=${sizeMiB}m,mode=755`;
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
      unmount(path);
      await rm(path, { recursive: true });
    },
  };
}
