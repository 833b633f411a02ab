import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { isAlive, readStartTime } from './process-identity.ts';

const lockContent = z.object({ pid: z.number().int(), startedAt: z.string().optional() });

/** The message names the process that holds the directory, and what the operator can do. */
export class DirectoryInUse extends Error {}

/**
 * Takes the lock file for this process, also from a process that has ended. Returns the function that releases it.
 * @throws DirectoryInUse when a living process holds it (this one included)
 */
export function lockDirectory(lockFile: string): () => void {
  const ownFile = `${lockFile}.${randomUUID()}`;
  writeFileSync(ownFile, JSON.stringify({ pid: process.pid, startedAt: readStartTime(process.pid) }));
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (tryLink(ownFile, lockFile)) return () => rmSync(lockFile, { force: true });
      const holder = readHolder(lockFile);
      if (holder !== undefined) {
        throw new DirectoryInUse(
          `${lockFile} says that process ${holder} is already running on this directory. Stop it first, or use another directory (DATA_DIR).`,
        );
      }
      removeStaleLock(lockFile);
    }
    throw new Error(`Could not take ${lockFile}: other processes keep taking it.`);
  } finally {
    rmSync(ownFile, { force: true });
  }
}

/** Creates the lock as a hard link: only one process succeeds, and the file is complete from the start. */
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
    const { pid, startedAt } = lockContent.parse(JSON.parse(readFileSync(file, 'utf8')));
    const isHeld = isAlive(pid) && (startedAt === undefined || startedAt === readStartTime(pid));
    return isHeld ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the lock of a process that has ended. Restores it when a running process took it in the meantime. */
function removeStaleLock(lockFile: string): void {
  const staleFile = `${lockFile}.stale-${randomUUID()}`;
  try {
    renameSync(lockFile, staleFile);
  } catch {
    return;
  }
  if (readHolder(staleFile) !== undefined) tryLink(staleFile, lockFile);
  rmSync(staleFile, { force: true });
}
