import { readFileSync } from 'node:fs';

/** The same on Linux for every architecture that Node supports. */
const ticksPerSecond = 100;

/** Sums the processor seconds (user and system) of running processes and their ended children. */
export function readCpuSeconds(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command's name may contain spaces, so fields are counted from its closing bracket.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      ticks += [11, 12, 13, 14].reduce((sum, field) => sum + (fields[field] ?? 0), 0);
    } catch {
      // The process has ended.
    }
  }
  return ticks / ticksPerSecond;
}
