import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { LogEnd } from '../event-store/log-end.ts';
import { lastVerification, verificationAge } from '../postgres/tables/verifications.ts';
import { readWebhookBacklog } from '../postgres/tables/webhook-inbox.ts';
import type { JobQueue } from '../queue/create-queue.ts';
import { type Tell, watch } from '../telemetry/metrics.ts';
import { readStanding } from './standing.ts';

/** Tells whether what it asks answers, and what it says. */
function watchDependency(name: string, look: (tell: Tell) => Promise<void>): void {
  watch(async (tell) => {
    // Said first, so that it is said too when nothing answers in time; the last value counts.
    tell('tideline_dependency_up', 0, { dependency: name });
    await look(tell);
    tell('tideline_dependency_up', 1, { dependency: name });
  });
}

/** Whether Postgres and the event store answer, and how far the read models and the reactors are behind the log's end. */
export function watchStanding(pool: Pool, end: LogEnd): void {
  watchDependency('postgres', async () => {
    await pool.query('SELECT 1');
  });
  watchDependency('event-store', async () => {
    await end.position();
  });
  watch(async (tell) => {
    const { projections, reactors } = await readStanding(pool, end);
    for (const { name, poison, lag } of projections) {
      tell('tideline_projection_lag_events', lag.events, { projection: name });
      tell('tideline_projection_lag_seconds', lag.seconds, { projection: name });
      tell('tideline_projection_stopped', poison === null ? 0 : 1, { projection: name });
    }
    if (reactors === null) return;
    tell('tideline_reactor_lag_events', reactors.events, {});
    tell('tideline_reactor_lag_seconds', reactors.seconds, {});
  });
}

/** The queue, the inbox of webhooks and the last verification: told by the processes that run the workers. */
export function watchWork(pool: Pool, queue: Pick<JobQueue, 'depths'>): void {
  watchDependency('queue', async (tell) => {
    for (const { lane, jobs, oldestSeconds } of await queue.depths()) {
      for (const [state, count] of Object.entries(jobs)) {
        tell('tideline_queue_jobs', count, { queue: lane, state });
      }
      tell('tideline_queue_oldest_seconds', oldestSeconds, { queue: lane });
    }
  });
  watch(async (tell) => {
    const webhooks = await readWebhookBacklog(pool);
    tell('tideline_webhooks_waiting', webhooks.count, {});
    tell('tideline_webhooks_oldest_seconds', webhooks.oldestSeconds, {});
    const [last, age] = await Promise.all([lastVerification(pool), verificationAge(pool)]);
    if (age !== null) tell('tideline_verification_age_seconds', age, {});
    if (last === null) return;
    tell('tideline_verification_exceptions', last.eventExceptions, { where: 'events' });
    tell('tideline_verification_exceptions', last.readModelExceptions, { where: 'read-models' });
    tell('tideline_unbalanced_wallets', last.unbalancedWallets, {});
  });
}

/** How much room is left where the embedded studio keeps its files, and how old its newest backup is, when there is one. */
export function watchFiles({ dataDir, backupDir }: { dataDir: string; backupDir: string }): void {
  watch(async (tell) => {
    const { bavail, bsize } = await statfs(dataDir);
    tell('tideline_disk_free_bytes', bavail * bsize, {});
  });
  watch(async (tell) => {
    const backups = (await readdir(backupDir)).filter((name) => name.endsWith('.backup'));
    const made = await Promise.all(backups.map(async (name) => (await stat(join(backupDir, name))).mtimeMs));
    if (made.length > 0) tell('tideline_backup_age_seconds', (Date.now() - Math.max(...made)) / 1_000, {});
  });
}
