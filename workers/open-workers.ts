import type { StudioEvent } from '#domain/registry.ts';
import { listen } from '#infra/postgres/listener.ts';
import { CAMPAIGN_CHANNEL, stepsOfCampaign } from '#infra/postgres/tables/campaigns.ts';
import { EMAIL_CHANGE_CHANNEL } from '#infra/postgres/tables/email-changes.ts';
import { createIdSequence } from '#infra/postgres/tables/id-sequence.ts';
import { PASSWORD_RESET_CHANNEL } from '#infra/postgres/tables/password-resets.ts';
import { WEBHOOK_CHANNEL } from '#infra/postgres/tables/webhook-inbox.ts';
import { queueConnection } from '#infra/queue/backend.ts';
import { createQueue, type JobQueue } from '#infra/queue/create-queue.ts';
import { handle, job } from '#infra/queue/define-job.ts';
import type { GiveWay } from '#infra/queue/give-way.ts';
import { createJobRegistry } from '#infra/queue/job-registry.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { VerificationRuns } from '#services/audit/verification/verification-runs.ts';
import type { JobDependencies } from './core/job-dependencies.ts';
import { jobs } from './jobs/all.ts';
import { toldEmailChangeJob } from './jobs/email-change-jobs.ts';
import { withoutNeedless } from './jobs/leave-overlapping-waitlists/without-needless.ts';
import { processStripeWebhook } from './jobs/process-stripe-webhook/definition.ts';
import { sendPasswordReset } from './jobs/send-password-reset/definition.ts';
import { keepQueueWhole } from './keep-queue-whole.ts';
import { reactors } from './reactors/all.ts';
import { runReactors } from './reactors/run-reactors.ts';
import { allSweeps } from './schedules/all.ts';
import { campaignJobs } from './schedules/campaign-jobs.ts';

/** Of a process that does nothing else. */
const manyJobsAtOnce = 8;

export interface StudioWorkers {
  readonly queue: JobQueue;
  /** Begins; what the jobs ask of others must be there to answer. */
  start(): Promise<void>;
  /** The earliest instant at which time alone makes something due, or null. */
  nextDue(): Promise<Date | null>;
  /** Has every sweep look now, and resolves when what they found and what was queued before is done. */
  sweepNow(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Reactors, jobs and sweeps. Any number of processes may run them: each job is done by one, and doing it twice is harmless.
 * A process that also answers people takes few `jobsAtOnce`, and of those that can wait fewer still while it is busy
 * (`giveWay`).
 */
export async function openWorkers(
  runtime: Runtime<StudioEvent>,
  siteUrl: string,
  { jobsAtOnce = manyJobsAtOnce, giveWay = null }: { jobsAtOnce?: number; giveWay?: GiveWay | null } = {},
): Promise<StudioWorkers> {
  const { pool, clock, logger, config, backends, eventStore } = runtime;
  const bookingIds = createIdSequence(pool, 'booking_id_seq');
  let queue: JobQueue | null = null;
  const deadLetters: JobQueue['deadLetters'] = async () => (await queue?.deadLetters()) ?? [];
  const sweeps = allSweeps({ pool, deadLetters });
  const verifications = new VerificationRuns({ config, rootKey: runtime.rootKey, ...backends });
  const enqueueAll: JobQueue['enqueueAll'] = async (jobs) => queue?.enqueueAll(jobs);
  const deps: JobDependencies = {
    ...runtime,
    nextBookingId: () => bookingIds.next(),
    deadLetters,
    verify: (now) => verifications.waitForVerdict(now),
    studioAddress: config.studio.email,
    sender: { studioName: config.studio.name, studioAddress: config.studio.address, siteUrl },
  };
  const registry = createJobRegistry([
    ...jobs.map(({ create }) => create(deps)),
    ...sweeps.map(({ definition, find }) =>
      handle(definition, async () => enqueueAll(await find(clock.now()))),
    ),
  ]);
  const opened = await createQueue({
    connection: queueConnection(config, backends.databaseUrl),
    registry,
    logger,
  });
  queue = opened;
  let begun: Promise<() => Promise<void>> | null = null;
  const stopping = new AbortController();

  /** Answers how to end what it began. */
  async function begin(): Promise<() => Promise<void>> {
    await opened.startWorkers({ concurrency: jobsAtOnce, giveWay });
    const watch = await keepQueueWhole({ queue: opened, sweeps, pool, logger, signal: stopping.signal });
    const running = runReactors(reactors, {
      databaseUrl: backends.databaseUrl,
      pool,
      eventStore,
      clock,
      logger,
      enqueue: async (jobs) => enqueueAll(await withoutNeedless(pool, jobs)),
    });
    const inbox = await listen(backends.databaseUrl, [WEBHOOK_CHANNEL], ({ payload: eventId }) => {
      enqueueAll([job(processStripeWebhook, { eventId }, eventId)]).catch((error: unknown) => {
        logger.warn({ err: error }, 'A webhook waits in the inbox for the sweep');
      });
    });
    const resets = await listen(backends.databaseUrl, [PASSWORD_RESET_CHANNEL], ({ payload: requestId }) => {
      enqueueAll([job(sendPasswordReset, { requestId }, requestId)]).catch((error: unknown) => {
        logger.warn({ err: error }, 'A request for a reset link waits for the sweep');
      });
    });
    const emailChanges = await listen(backends.databaseUrl, [EMAIL_CHANGE_CHANNEL], ({ payload }) => {
      enqueueAll(toldEmailChangeJob(payload)).catch((error: unknown) => {
        logger.warn({ err: error }, 'A change of address waits for the sweep');
      });
    });
    const campaigns = await listen(backends.databaseUrl, [CAMPAIGN_CHANNEL], ({ payload }) => {
      stepsOfCampaign(pool, Number(payload))
        .then((steps) => enqueueAll(campaignJobs(steps)))
        .catch((error: unknown) => logger.warn({ err: error }, 'A campaign waits for the sweep'));
    });
    return async () => {
      await watch.ended;
      await inbox.close();
      await resets.close();
      await emailChanges.close();
      await campaigns.close();
      await running.stop();
    };
  }

  return {
    queue: opened,
    async start() {
      begun ??= begin();
      await begun;
    },
    async nextDue() {
      const now = clock.now();
      const dues = await Promise.all(sweeps.map((sweep) => sweep.nextDue?.(now) ?? null));
      const times = dues.filter((due) => due !== null).map((due) => due.getTime());
      return times.length === 0 ? null : new Date(Math.min(...times));
    },
    async sweepNow() {
      for (const { find, byTimerAlone } of sweeps) {
        if (byTimerAlone !== true) await enqueueAll(await find(clock.now()));
      }
      await opened.idle();
    },
    async stop() {
      stopping.abort();
      // Whoever began knows of a beginning that failed.
      const end = await begun?.catch(() => null);
      await end?.();
      await verifications.close();
      await opened.close();
    },
  };
}
