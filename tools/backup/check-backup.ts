import { createHash } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import type { About, BackupTotals } from './file-format.ts';
import { decodeRecords } from './log-records.ts';
import { readBackup } from './read-backup.ts';

/**
 * Reads a whole backup and checks every hash, its master key, its totals and the order of its events.
 * @throws BackupError
 */
export async function checkBackup(
  path: string,
  masterKey: Buffer,
): Promise<{ about: About; totals: BackupTotals }> {
  const damaged = (what: string) => new BackupError(`${path} is damaged: ${what}. Use another backup.`);
  const hash = createHash('sha256');
  let about: About | undefined;
  let events = 0;
  let rows = 0;
  let last = -1;
  for await (const part of readBackup(path, masterKey)) {
    if (part.part === 'about') about = part.about;
    else if (part.part === 'table') rows += part.rows;
    else if (part.part === 'log') {
      hash.update(part.content);
      for (const { position } of decodeRecords(part.content)) {
        if (position <= last) throw damaged(`the event at position ${position} is out of order`);
        last = position;
        events += 1;
      }
    } else if (part.part === 'end') {
      const { totals } = part;
      const isComplete =
        about !== undefined &&
        totals.events === events &&
        totals.rows === rows &&
        totals.logSha256 === hash.digest('hex') &&
        BigInt(about.position) === BigInt(last);
      if (about === undefined || !isComplete) throw damaged('its content does not match its totals');
      return { about, totals };
    }
  }
  throw damaged('it ends too early');
}
