import type pg from 'pg';
import type { LogEnd } from '#infra/event-store/log-end.ts';
import { readCheckpoints } from '../runner/checkpoints.ts';
import { pollUntilTrue } from './poll-until-true.ts';

/**
 * Waits until the read models hold all that the log held when this was called: before that a process would answer with what was, or
 * with nothing at all. One that stands still, for an event that it can't take or because its tables are just being built anew, is not
 * waited for: its old rows are served. What lags later does not count, since taking every API out for it would make an outage of a delay.
 * Answers false when it was told to stop.
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
