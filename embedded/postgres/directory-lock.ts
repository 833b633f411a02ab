import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { isAlive, startedAt } from './process-identity.ts';

const lockContent = z.object({ pid: z.number().int(), startedAt: z.string().optional() });

/** Its message says which process has it, and what to do. */
export class DirectoryInUse extends Error {}

/**
 * Takes the lock file for this process; a lock whose process is gone is taken over. Returns its release.
 * @throws DirectoryInUse when a living process holds it (this one included)
 */
export function lockDirectory(lockFile: string): () => void {
  const mine = `${lockFile}.${randomUUID()}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid) }));
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (tryLink(mine, lockFile)) return () => rmSync(lockFile, { force: true });
      const holder = readHolder(lockFile);
      if (holder !== undefined) {
        throw new DirectoryInUse(
          `${lockFile} says that process ${holder} is already running on this directory. Stop it first, or use another directory (DATA_DIR).`,
        );
      }
      setAside(lockFile);
    }
    throw new Error(`${lockFile} could not be taken; other processes keep taking it.`);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** A hard link is made by one process only, and with its content already there. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): number | undefined {
  try {
    const { pid, startedAt: since } = lockContent.parse(JSON.parse(readFileSync(file, 'utf8')));
    const living = isAlive(pid) && (since === undefined || since === startedAt(pid));
    return living ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Moves a dead process's lock out of the way; if another process replaced it meanwhile, puts that one back. */
function setAside(lockFile: string): void {
  const aside = `${lockFile}.stale-${randomUUID()}`;
  try {
    renameSync(lockFile, aside);
  } catch {
    return;
  }
  if (readHolder(aside) !== undefined) tryLink(aside, lockFile);
  rmSync(aside, { force: true });
}
