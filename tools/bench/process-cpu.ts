import { readFileSync } from 'node:fs';

/** Of Linux, for every architecture that Node runs on. */
const ticksASecond = 100;

/** Processor seconds, user's and system's, that living processes have used, with those of their children that have ended. */
export function cpuSecondsOf(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command's name may hold anything, so fields count from its closing bracket.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      ticks += [11, 12, 13, 14].reduce((sum, field) => sum + (fields[field] ?? 0), 0);
    } catch {
      // Gone.
    }
  }
  return ticks / ticksASecond;
}
