import type pg from 'pg';
import type { Logger } from '#infra/logging/logger.ts';
import { readCheckpoints } from '../runner/checkpoints.ts';
import { pollUntilTrue } from './poll-until-true.ts';

/**
 * Waits until every read model has its tables, and logs once which are missing. On a new store the projections create them, possibly
 * after the calling process has started. Their rows may lag. Returns false when aborted.
 */
export async function waitForTables(options: {
  pool: pg.Pool;
  projections: readonly string[];
  signal: AbortSignal;
  logger: Logger;
}): Promise<boolean> {
  const { pool, projections, signal, logger } = options;
  let isLogged = false;
  return pollUntilTrue(async () => {
    const checkpoints = await readCheckpoints(pool);
    const missing = projections.filter((name) => !checkpoints.has(name));
    if (missing.length > 0 && !isLogged) {
      logger.warn({ missing }, 'The projections have not made their tables yet; waiting for them');
      isLogged = true;
    }
    return missing.length === 0;
  }, signal);
}
