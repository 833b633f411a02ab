import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { backoff } from '#infra/clock/backoff.ts';
import type { Logger } from '#infra/logging/logger.ts';
import { setReactorsBack } from '#infra/postgres/tables/reactor-position.ts';
import type { JobQueue } from '#infra/queue/create-queue.ts';
import type { Sweep } from './schedules/sweep.ts';

const lookEveryMs = 10_000;
const firstRestMs = 100;

interface QueueWatch {
  /** Resolves when it looks no more; it is `signal` that ends it. */
  readonly ended: Promise<void>;
}

/**
 * Puts the sweeps on their schedules, and looks again and again whether they still are: a queue without any has lost its files,
 * and every job in it. Then the schedules are made anew, and the reactors go back to ask for the lost jobs once more.
 * What fails is tried again: of processes that begin at the same moment BullMQ lets one deadlock, or find its slots taken.
 * Resolves when every sweep is on its schedule for the first time, or `signal` says to stop.
 */
export async function keepQueueWhole(options: {
  queue: Pick<JobQueue, 'hasSchedules' | 'schedule'>;
  sweeps: readonly Pick<Sweep, 'definition' | 'everyMs'>[];
  pool: Pool;
  logger: Logger;
  signal: AbortSignal;
  everyMs?: number;
}): Promise<QueueWatch> {
  const { queue, sweeps, pool, logger, signal, everyMs = lookEveryMs } = options;
  const whole = Promise.withResolvers<void>();
  // At the start also of a queue that has schedules: an interval may be another in this release, and who made them may have died halfway.
  let isScheduled = false;

  async function makeWhole(): Promise<void> {
    if (!(await queue.hasSchedules())) {
      isScheduled = false;
      // Before the schedules: who dies in between leaves the sign for the next.
      if (await setReactorsBack(pool)) {
        logger.warn('The queue has lost its jobs; the reactors go back and ask for them again');
      }
    }
    if (isScheduled) return;
    for (const sweep of sweeps) await queue.schedule(sweep.definition, { everyMs: sweep.everyMs });
    isScheduled = true;
    whole.resolve();
  }

  const ended = (async () => {
    for (let failures = 0; ; ) {
      try {
        await makeWhole();
        failures = 0;
      } catch (error) {
        logger.warn({ err: error }, 'Whether the queue is whole can not be told now; asking again');
        failures += 1;
      }
      const rest = failures === 0 ? everyMs : backoff(failures - 1, firstRestMs, everyMs);
      await delay(rest, undefined, { signal });
    }
  })().catch(() => {});
  await Promise.race([whole.promise, ended]);
  return { ended };
}
