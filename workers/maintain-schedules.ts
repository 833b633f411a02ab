import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { backoff } from '#infra/clock/backoff.ts';
import type { Logger } from '#infra/logging/logger.ts';
import { rewindReactors } from '#infra/postgres/tables/reactor-position.ts';
import type { JobQueue } from '#infra/queue/create-queue.ts';
import type { Sweep } from './schedules/sweep.ts';

const checkIntervalMs = 10_000;
const firstRetryDelayMs = 100;

/**
 * Schedules the sweeps, then checks at intervals that the schedules still exist. A queue without any has lost its data and
 * every job, so the reactors are set back to enqueue the lost jobs again.
 * Failures are retried: BullMQ can deadlock when several processes start at the same time.
 * Resolves when every sweep is scheduled for the first time, or `signal` aborts. `ended` resolves after `signal` aborts.
 */
export async function maintainSchedules(options: {
  queue: Pick<JobQueue, 'hasSchedules' | 'schedule'>;
  sweeps: readonly Pick<Sweep, 'definition' | 'everyMs'>[];
  pool: Pool;
  logger: Logger;
  signal: AbortSignal;
  everyMs?: number;
}): Promise<{ readonly ended: Promise<void> }> {
  const { queue, sweeps, pool, logger, signal, everyMs = checkIntervalMs } = options;
  const firstScheduled = Promise.withResolvers<void>();
  // False at start even if schedules exist: this release may change an interval, or the process that created them may
  // have died halfway.
  let isScheduled = false;

  async function ensureSchedules(): Promise<void> {
    if (!(await queue.hasSchedules())) {
      isScheduled = false;
      // Before scheduling: a crash in between leaves the queue without schedules, so the next process sets them back again.
      if (await rewindReactors(pool)) {
        logger.warn('The queue has lost its jobs; the reactors are set back to enqueue them again');
      }
    }
    if (isScheduled) return;
    for (const sweep of sweeps) await queue.schedule(sweep.definition, { everyMs: sweep.everyMs });
    isScheduled = true;
    firstScheduled.resolve();
  }

  const ended = (async () => {
    for (let failures = 0; ; ) {
      try {
        await ensureSchedules();
        failures = 0;
      } catch (error) {
        logger.warn(
          { err: error },
          'The schedules of the queue could not be checked and will be checked again',
        );
        failures += 1;
      }
      const waitMs = failures === 0 ? everyMs : backoff(failures - 1, firstRetryDelayMs, everyMs);
      await delay(waitMs, undefined, { signal });
    }
  })().catch(() => {});
  await Promise.race([firstScheduled.promise, ended]);
  return { ended };
}
