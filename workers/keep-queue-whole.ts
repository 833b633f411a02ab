import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from '../infra/logging/logger.ts';
import { setReactorsBack } from '../infra/postgres/reactor-position.ts';
import type { JobQueue } from '../infra/queue/create-queue.ts';
import type { Sweep } from './schedules/sweep.ts';

const lookEveryMs = 10_000;

interface QueueWatch {
  stop(): Promise<void>;
}

/**
 * Puts the sweeps on their schedules, and looks again and again whether they still are: a queue without any has lost its files,
 * and every job in it. Then the schedules are made anew, and the reactors go back to ask for the lost jobs once more.
 */
export async function keepQueueWhole(options: {
  queue: Pick<JobQueue, 'hasSchedules' | 'schedule'>;
  sweeps: readonly Pick<Sweep, 'definition' | 'everyMs'>[];
  pool: Pool;
  logger: Logger;
  everyMs?: number;
}): Promise<QueueWatch> {
  const { queue, sweeps, pool, logger, everyMs = lookEveryMs } = options;
  const stopping = new AbortController();

  async function setUp(): Promise<void> {
    for (const sweep of sweeps) await queue.schedule(sweep.definition, { everyMs: sweep.everyMs });
  }

  async function mendIfLost(): Promise<void> {
    if (await queue.hasSchedules()) return;
    // Before the schedules: who dies in between leaves the sign for the next.
    if (await setReactorsBack(pool)) {
      logger.warn('The queue has lost its jobs; the reactors go back and ask for them again');
    }
    await setUp();
  }

  await mendIfLost();
  // An interval may be another in this release.
  await setUp();

  const watching = (async () => {
    for (;;) {
      await delay(everyMs, undefined, { signal: stopping.signal });
      await mendIfLost().catch((error: unknown) => {
        logger.warn({ err: error }, 'Whether the queue is whole can not be told now');
      });
    }
  })().catch(() => {});

  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
