import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether the system has a process with this id, of any user; a zombie counts. */
export function isPidUsed(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether a process with this id runs. A zombie does not: in a container whose first process reaps slowly, zombies stay for a while. */
export function isAlive(pid: number): boolean {
  if (!isPidUsed(pid)) return false;
  return !/^[ZX]/.test(readLinuxStat(pid)?.[0] ?? '');
}

/**
 * Reads when a process started, as a text that differs for a later process with the same id. Undefined when there is no such process
 * or the system does not report it.
 */
export function readStartTime(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      const startTime = readLinuxStat(pid)?.[19];
      return startTime === undefined ? undefined : `${boot}/${startTime}`;
    }
    if (process.platform === 'win32') return undefined;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Reads the fields of /proc/<pid>/stat from the third on. The second, the program's name, ends with the last bracket. */
function readLinuxStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
