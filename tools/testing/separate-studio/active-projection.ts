import { z } from 'zod';
import type { ManagedProcess } from './managed-process.ts';

const logLine = z.object({ msg: z.string(), time: z.string() });

/** Returns when a process last logged that it runs the projections. */
function findTakeoverTime(output: string): string | null {
  const line = output
    .split('\n')
    .findLast((text) => text.includes('This process runs the projections') && text.endsWith('}'));
  return line === undefined ? null : logLine.parse(JSON.parse(line)).time;
}

/** Finds the running process that took over the projections last. */
export function findActiveProjection(projections: readonly ManagedProcess[]): ManagedProcess | null {
  const takeovers = projections
    .filter(({ isRunning }) => isRunning)
    .flatMap((projection) => {
      const time = findTakeoverTime(projection.printed);
      return time === null ? [] : [{ projection, time }];
    });
  return takeovers.toSorted((a, b) => b.time.localeCompare(a.time))[0]?.projection ?? null;
}
