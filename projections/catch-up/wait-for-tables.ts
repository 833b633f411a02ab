import type pg from 'pg';
import type { Logger } from '#infra/logging/logger.ts';
import { readCheckpoints } from '../runner/checkpoints.ts';
import { pollUntilTrue } from './poll-until-true.ts';

/**
 * Waits until every read model has its tables, and says so when they are not there yet: on a new store the projections make them, maybe
 * after the process that asks has begun. What is in them may lag. Answers false when it was told to stop.
 */
export async function waitForTables(options: {
  pool: pg.Pool;
  projections: readonly string[];
  signal: AbortSignal;
  logger: Logger;
}): Promise<boolean> {
  const { pool, projections, signal, logger } = options;
  let isTold = false;
  return pollUntilTrue(async () => {
    const checkpoints = await readCheckpoints(pool);
    const missing = projections.filter((name) => !checkpoints.has(name));
    if (missing.length > 0 && !isTold) {
      logger.warn({ missing }, 'The projections have not made their tables yet; waiting for them');
      isTold = true;
    }
    return missing.length === 0;
  }, signal);
}
