import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isKnown } from './process-identity.ts';

/**
 * Ends what still runs on a cluster after the process that started it was killed, and removes a postmaster.pid whose
 * number now belongs to a stranger. Backends are waited for as well: starting beside them would harm the data.
 */
export async function stopLeftoverServers(clusterDir: string): Promise<void> {
  const directory = realpathSync(clusterDir);
  const pidFile = join(directory, 'postmaster.pid');
  const postmaster = readPid(pidFile);
  const running = () => serversOf(directory, postmaster);

  if (postmaster !== undefined && running().includes(postmaster)) {
    await endAll(
      () => running().filter((pid) => pid === postmaster),
      [
        ['SIGINT', 5_000],
        ['SIGQUIT', 5_000],
        ['SIGKILL', 5_000],
      ],
    );
  }
  await endAll(running, [
    ['SIGQUIT', 3_000],
    ['SIGKILL', 5_000],
  ]);
  if (running().length > 0) throw new Error(`A Postgres still runs on ${directory} and does not stop.`);
  // Postgres clears the pid file of a process that is gone; one of a stranger, or of a dead not yet cleared away, it believes.
  if (postmaster !== undefined && isKnown(postmaster)) rmSync(pidFile, { force: true });
}

async function endAll(running: () => number[], steps: [NodeJS.Signals, number][]): Promise<void> {
  for (const [signal, patience] of steps) {
    if (running().length === 0) return;
    for (const pid of running()) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself in between.
      }
    }
    const until = Date.now() + patience;
    while (running().length > 0 && Date.now() < until) await delay(20);
  }
}

/** Process ids of the Postgres processes of that directory. */
function serversOf(directory: string, postmaster: number | undefined): number[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => worksIn(pid, directory));
  }
  return postmaster !== undefined && isPostmasterByCommand(postmaster, directory) ? [postmaster] : [];
}

/** Every Postgres process has the data directory as its working directory. */
function worksIn(pid: number, directory: string): boolean {
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
