import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '#embedded/postgres/process-identity.ts';

const NAME = /^tideline-\d{8}T\d{6}Z(-\d+)?\.backup$/;
const DRAFT = /\.backup\.(\d+)\.part$/;

/** Removes all but the newest `keep` backups of a folder, judged by their names, and returns the removed names. */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const backups = (await readdir(folder)).filter((name) => NAME.test(name));
  // The second backup of one second (`-2`) is newer than the first; without the ending its name sorts after it.
  const stamp = (name: string) => name.slice(0, -'.backup'.length);
  const old = backups.toSorted((one, other) => (stamp(one) < stamp(other) ? 1 : -1)).slice(keep);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

/** Removes the drafts of killed backups from a folder, but not those of running ones. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = DRAFT.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { force: true });
  }
}
