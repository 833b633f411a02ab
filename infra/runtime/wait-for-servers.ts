import { setTimeout as delay } from 'node:timers/promises';
import { backoff } from '../clock/backoff.ts';
import { createLogEnd } from '../event-store/log-end.ts';
import type { Logger } from '../logging/logger.ts';
import { createPool, logLostConnection } from '../postgres/create-pool.ts';
import type { Backends } from './connect.ts';

const firstDelayMs = 100;
const longestDelayMs = 2_000;
const logEveryMs = 30_000;

/**
 * Retries `connect` until it succeeds, and logs the reason of a failure, such as a wrong password. A process that exited instead
 * would restart forever with nothing but a stack trace.
 */
async function retryUntilAvailable(
  server: string,
  connect: () => Promise<unknown>,
  logger: Logger,
): Promise<void> {
  const startedAt = performance.now();
  let loggedAt: number | null = null;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await connect();
      if (loggedAt !== null)
        logger.info({ server, waitedMs: Math.round(performance.now() - startedAt) }, `${server} answers`);
      return;
    } catch (error) {
      const now = performance.now();
      if (loggedAt === null || now - loggedAt >= logEveryMs) {
        loggedAt = now;
        logger.warn({ server, reason: reasonOf(error) }, `${server} does not answer yet; waiting for it`);
      }
    }
    await delay(backoff(attempt, firstDelayMs, longestDelayMs));
  }
}

/** Describes an error in one line; a host with several addresses fails with one error for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Resolves once Postgres and the event store are available; both may start later than this process. */
export async function waitForServers(
  { databaseUrl, eventStoreUrl }: Pick<Backends, 'databaseUrl' | 'eventStoreUrl'>,
  logger: Logger,
): Promise<void> {
  const pool = createPool(databaseUrl, {
    max: 1,
    applicationName: 'tideline start',
    onIdleError: logLostConnection(logger),
  });
  const end = createLogEnd(eventStoreUrl);
  try {
    await retryUntilAvailable('Postgres', () => pool.query('SELECT 1'), logger);
    await retryUntilAvailable('The event store', () => end.position(), logger);
  } finally {
    await Promise.all([pool.end(), end.close()]);
  }
}
