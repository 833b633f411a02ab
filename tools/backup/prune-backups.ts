import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '#embedded/postgres/process-identity.ts';

const NAME = /^tideline-\d{8}T\d{6}Z(-\d+)?\.backup$/;
const DRAFT = /\.backup\.(\d+)\.part$/;

/** Removes all but the newest `keep` backups of a folder, by their names, and answers which. Nothing else is touched. */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const backups = (await readdir(folder)).filter((name) => NAME.test(name));
  // A second one of the same second (`-2`) is newer than the first, and a shorter name sorts before it.
  const stamp = (name: string) => name.slice(0, -'.backup'.length);
  const old = backups.toSorted((one, other) => (stamp(one) < stamp(other) ? 1 : -1)).slice(keep);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

/** Removes what backups that were killed left behind in a folder; those that still run keep theirs. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = DRAFT.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { force: true });
  }
}
