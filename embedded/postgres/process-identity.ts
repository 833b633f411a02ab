import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether the system still knows a process of that id, ours or not; it may have ended without anyone having asked how. */
export function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether a process of that id runs. In a container whose first process is slow to clear up, the dead stay known for a while. */
export function isAlive(pid: number): boolean {
  if (!isKnown(pid)) return false;
  return !/^[ZX]/.test(linuxState(pid)?.[0] ?? '');
}

/**
 * A text that tells a process from a later one that was given the same id: when it started. Undefined when there is
 * no such process or the system won't say.
 */
export function startedAt(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      const since = linuxState(pid)?.[19];
      return since === undefined ? undefined : `${boot}/${since}`;
    }
    if (process.platform === 'win32') return undefined;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The fields of /proc/<pid>/stat from the third on; the second, a name, may hold anything and ends with the last bracket. */
function linuxState(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
