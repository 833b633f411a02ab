import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { LogEnd } from '../event-store/log-end.ts';
import { readLastVerification, readVerificationAge } from '../postgres/tables/verifications.ts';
import { readWebhookBacklog } from '../postgres/tables/webhook-inbox.ts';
import type { JobQueue } from '../queue/create-queue.ts';
import { observe, type Report } from '../telemetry/metrics.ts';
import { readProgress } from './read-progress.ts';

/** Reports a dependency as up when `read` succeeds. */
function observeDependency(name: string, read: (report: Report) => Promise<void>): void {
  observe(async (report) => {
    // Reported first, because the last value counts and `read` may never end.
    report('tideline_dependency_up', 0, { dependency: name });
    await read(report);
    report('tideline_dependency_up', 1, { dependency: name });
  });
}

/** Reports whether Postgres and the event store are available, and the lag of the read models and the reactors. */
export function observeProgress(pool: Pool, end: LogEnd): void {
  observeDependency('postgres', async () => {
    await pool.query('SELECT 1');
  });
  observeDependency('event-store', async () => {
    await end.position();
  });
  observe(async (report) => {
    const { projections, reactors } = await readProgress(pool, end);
    for (const { name, poison, lag } of projections) {
      report('tideline_projection_lag_events', lag.events, { projection: name });
      report('tideline_projection_lag_seconds', lag.seconds, { projection: name });
      report('tideline_projection_stopped', poison === null ? 0 : 1, { projection: name });
    }
    if (reactors === null) return;
    report('tideline_reactor_lag_events', reactors.events, {});
    report('tideline_reactor_lag_seconds', reactors.seconds, {});
  });
}

/** Reports the job queue, the webhook inbox and the last verification, in processes that run workers. */
export function observeWork(pool: Pool, queue: Pick<JobQueue, 'depths'>): void {
  observeDependency('queue', async (report) => {
    for (const { lane, jobs, oldestSeconds, isPaused } of await queue.depths()) {
      for (const [state, count] of Object.entries(jobs)) {
        report('tideline_queue_jobs', count, { queue: lane, state });
      }
      report('tideline_queue_oldest_seconds', oldestSeconds, { queue: lane });
      report('tideline_queue_paused', isPaused ? 1 : 0, { queue: lane });
    }
  });
  observe(async (report) => {
    const webhooks = await readWebhookBacklog(pool);
    report('tideline_webhooks_waiting', webhooks.count, {});
    report('tideline_webhooks_oldest_seconds', webhooks.oldestSeconds, {});
    const [last, age] = await Promise.all([readLastVerification(pool), readVerificationAge(pool)]);
    if (age !== null) report('tideline_verification_age_seconds', age, {});
    if (last === null) return;
    report('tideline_verification_exceptions', last.eventExceptions, { where: 'events' });
    report('tideline_verification_exceptions', last.readModelExceptions, { where: 'read-models' });
    report('tideline_unbalanced_wallets', last.unbalancedWallets, {});
  });
}

/** Reports the free space of the data folder, and the age of the newest backup if any. */
export function observeFiles({ dataDir, backupDir }: { dataDir: string; backupDir: string }): void {
  observe(async (report) => {
    const { bavail, bsize } = await statfs(dataDir);
    report('tideline_disk_free_bytes', bavail * bsize, {});
  });
  observe(async (report) => {
    const backups = (await readdir(backupDir)).filter((name) => name.endsWith('.backup'));
    const made = await Promise.all(backups.map(async (name) => (await stat(join(backupDir, name))).mtimeMs));
    if (made.length > 0) report('tideline_backup_age_seconds', (Date.now() - Math.max(...made)) / 1_000, {});
  });
}
