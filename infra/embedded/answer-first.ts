import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** As the threads beside the one that answers are named where they begin (`new Worker`, `name`). */
const beside: ReadonlySet<string> = new Set(['event-store', 'projections']);
/** As `nice` counts, from 0 to 19. */
const givesWay = 5;
const threads = '/proc/self/task';

/**
 * Has the threads of this process give way to its main one, which answers, where more is at work than there are processors. The kernel
 * lets whoever has slept go first otherwise, and they sleep between any two events: on two full cores the answering thread stood in line
 * for a third of its time (ADR 31). On Linux only, where a thread has a priority of its own.
 */
export function answerFirst(): void {
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync(threads)) {
    try {
      if (beside.has(readFileSync(`${threads}/${thread}/comm`, 'utf8').trim()))
        setPriority(Number(thread), givesWay);
    } catch (error) {
      // A thread that has ended since, or a system that forbids it: then it is as it was.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
}
