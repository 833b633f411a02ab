import type pg from 'pg';
import type { LogEnd } from '#infra/event-store/log-end.ts';
import { readCheckpoints } from '../runner/checkpoints.ts';
import { pollUntilTrue } from './poll-until-true.ts';

/**
 * Waits until the read models contain everything that the log contained at the call; before that a process would serve old rows or
 * none. A stopped or rebuilding projection is skipped, because its old rows are served. A later delay does not count: removing every
 * API for it would turn a delay into an outage. Returns false when aborted.
 */
export async function waitForCatchUp(options: {
  pool: pg.Pool;
  end: Pick<LogEnd, 'position'>;
  projections: readonly string[];
  signal: AbortSignal;
}): Promise<boolean> {
  const { pool, end, projections, signal } = options;
  let start: bigint | null | undefined;
  return pollUntilTrue(async () => {
    start ??= await end.position();
    if (start === null) return true;
    const goal = start;
    const checkpoints = await readCheckpoints(pool);
    return projections.every((name) => {
      const known = checkpoints.get(name);
      if (known === undefined) return false;
      return known.isStopped || (known.position !== null && known.position >= goal);
    });
  }, signal);
}
