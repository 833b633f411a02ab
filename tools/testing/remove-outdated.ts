import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { millisecondsInDay } from 'date-fns/constants';

/** Removes what has been in a folder for a day. Younger entries may be in use by another process. */
export async function removeOutdated(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const age = Date.now() - (await stat(path).then(({ mtimeMs }) => mtimeMs, Date.now));
    if (age > millisecondsInDay) await rm(path, { recursive: true, force: true });
  }
}
