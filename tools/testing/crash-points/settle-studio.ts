import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import { createQuiescence } from '#embedded/quiescence.ts';
import type { Sandbox } from '#embedded/sandbox/register-sandbox.ts';
import type { MovableClock } from '#infra/clock/movable-clock.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { openWorkers, type StudioWorkers } from '#workers/open-workers.ts';
import { waitFor } from '../wait-for.ts';

/** Unfinished work is swept after 3 s; sweeps repeat what failed after a minute, half an hour and an hour. */
const settlingTimesMs = [5_000, millisecondsInMinute, 31 * millisecondsInMinute, 61 * millisecondsInMinute];

/** The inbox of webhooks goes by the machine's clock, so its rows are dated back by an hour. */
async function ageInbox(pool: Pool): Promise<void> {
  for (const table of ['stripe_webhooks', 'brevo_webhooks']) {
    await pool.query(
      `UPDATE ${table} SET received_at = received_at - interval '61 minutes',
         last_attempt_at = last_attempt_at - interval '61 minutes' WHERE processed_at IS NULL`,
    );
  }
}

/** Waits until no job is due or waits for a retry. Throws when one has failed for good. */
async function waitForJobs(pool: Pool, { queue }: StudioWorkers): Promise<void> {
  let unfinished: readonly { name: string; reason: string | null }[] = [];
  const areDone = async () => {
    const { rows } = await pool.query<{ name: string; reason: string | null }>(
      `SELECT name, failed_reason AS reason FROM bullmq.job
       WHERE scheduler_id IS NULL AND state NOT IN ('completed', 'failed')`,
    );
    unfinished = rows;
    return rows.length === 0;
  };
  await waitFor(areDone, { what: 'the jobs' }).catch((error: unknown) => {
    throw new Error(`Jobs are retried without end: ${JSON.stringify(unfinished.slice(0, 3))}`, {
      cause: error,
    });
  });
  const [dead, ...more] = await queue.deadLetters();
  if (dead !== undefined)
    throw new Error(`${more.length + 1} jobs failed for good; ${dead.name}: ${dead.reason}`);
}

/** Restarts the workers, and runs reactors, jobs and sweeps until nothing is left to do, now and in the hours after. */
export async function settleStudio(options: {
  surviving: Runtime<StudioEvent>;
  sandbox: Sandbox;
  clock: MovableClock;
  siteUrl: string;
  eventStoreUrl: string;
  waitForProjections: (position: bigint) => Promise<boolean>;
}): Promise<void> {
  const { surviving, sandbox, clock, siteUrl, eventStoreUrl, waitForProjections } = options;
  const { pool } = surviving;
  const workers = await openWorkers(surviving, siteUrl);
  await workers.start();
  const quiescence = createQuiescence(pool, eventStoreUrl, { waitForProjections, queue: workers.queue });
  const sweep = async () => {
    await sandbox.webhooksSettled();
    await ageInbox(pool);
    await workers.sweepNow();
    await quiescence.wait();
  };
  try {
    for (const time of settlingTimesMs) {
      await clock.moveTo(new Date(clock.now().getTime() + time));
      await sandbox.doDue();
      await sweep();
      await sweep();
      await waitForJobs(pool, workers);
      await quiescence.wait();
    }
  } finally {
    await quiescence.close();
    await workers.stop();
  }
}
