import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isPidUsed } from './process-identity.ts';

/**
 * Ends the Postgres processes that still run on a cluster after their parent was killed, and removes a postmaster.pid whose id another
 * process now has. Waits for backends too, because a second server beside them would damage the data.
 */
export async function stopLeftoverServers(clusterDir: string): Promise<void> {
  const directory = realpathSync(clusterDir);
  const pidFile = join(directory, 'postmaster.pid');
  const postmaster = readPid(pidFile);
  const listRunning = () => findServers(directory, postmaster);

  if (postmaster !== undefined && listRunning().includes(postmaster)) {
    await endAll(
      () => listRunning().filter((pid) => pid === postmaster),
      [
        ['SIGINT', 5_000],
        ['SIGQUIT', 5_000],
        ['SIGKILL', 5_000],
      ],
    );
  }
  await endAll(listRunning, [
    ['SIGQUIT', 3_000],
    ['SIGKILL', 5_000],
  ]);
  if (listRunning().length > 0) throw new Error(`A Postgres still runs on ${directory} and does not stop.`);
  // Postgres replaces a pid file whose process has ended, but trusts one whose id a zombie or another process has.
  if (postmaster !== undefined && isPidUsed(postmaster)) rmSync(pidFile, { force: true });
}

async function endAll(
  listRunning: () => number[],
  steps: [signal: NodeJS.Signals, timeoutMs: number][],
): Promise<void> {
  for (const [signal, timeoutMs] of steps) {
    if (listRunning().length === 0) return;
    for (const pid of listRunning()) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself in between.
      }
    }
    const deadline = Date.now() + timeoutMs;
    while (listRunning().length > 0 && Date.now() < deadline) await delay(20);
  }
}

/** Returns the ids of the Postgres processes that run on the directory. */
function findServers(directory: string, postmaster: number | undefined): number[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => isPostgresIn(pid, directory));
  }
  return postmaster !== undefined && isPostmasterByCommand(postmaster, directory) ? [postmaster] : [];
}

/** Every Postgres process has the data directory as its working directory. */
function isPostgresIn(pid: number, directory: string): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== directory) return false;
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

function isPostmasterByCommand(pid: number, directory: string): boolean {
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(directory);
  } catch {
    return false;
  }
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
