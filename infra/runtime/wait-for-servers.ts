import { setTimeout as delay } from 'node:timers/promises';
import { backoff } from '../clock/backoff.ts';
import { createLogEnd } from '../event-store/log-end.ts';
import type { Logger } from '../logging/logger.ts';
import { createPool, logLostConnection } from '../postgres/create-pool.ts';
import type { Backends } from './connect.ts';

const firstRestMs = 100;
const longestRestMs = 2_000;
/** Who reads the log is told again this often. */
const toldEveryMs = 30_000;

/**
 * Asks until it is answered, and says in the log what it waits for. A process that ended instead would be started again and again, with
 * nothing but a stack trace to say why; also what a restart would not mend, such as a wrong password, is told with its reason.
 */
async function untilAnswered(server: string, ask: () => Promise<unknown>, logger: Logger): Promise<void> {
  const began = performance.now();
  let toldAt: number | null = null;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await ask();
      if (toldAt !== null)
        logger.info({ server, waitedMs: Math.round(performance.now() - began) }, `${server} answers`);
      return;
    } catch (error) {
      const now = performance.now();
      if (toldAt === null || now - toldAt >= toldEveryMs) {
        toldAt = now;
        logger.warn({ server, reason: reasonOf(error) }, `${server} does not answer yet; waiting for it`);
      }
    }
    await delay(backoff(attempt, firstRestMs, longestRestMs));
  }
}

/** In one line: of a host with several addresses every one may have refused. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Resolves once Postgres and the event store answer; both may be started after us, or again. */
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
    await untilAnswered('Postgres', () => pool.query('SELECT 1'), logger);
    await untilAnswered('The event store', () => end.position(), logger);
  } finally {
    await Promise.all([pool.end(), end.close()]);
  }
}
