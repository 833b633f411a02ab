import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { ZodError } from 'zod';
import type { Logger } from '../logging/logger.ts';
import { count, measure } from '../telemetry/metrics.ts';
import { inSpan } from '../telemetry/spans.ts';
import type { LaneWorker, QueueBackend } from './backend.ts';
import { LANES, type Lane } from './define-job.ts';
import { delayInOutage } from './delay-in-outage.ts';
import type { JobRegistry } from './job-registry.ts';
import type { JobThrottle } from './job-throttle.ts';
import { NotProjectedYet } from './not-projected-yet.ts';

/** Reactors and read models receive an event at the same time, so a reactor's job may be a few seconds ahead. */
const ATTEMPTS_BEFORE_WARNING = 2;

export interface Workers {
  readonly ready: Promise<void>;
  /** Lets the jobs in hand finish. */
  close(): Promise<void>;
}

interface WorkersOptions {
  readonly backend: QueueBackend;
  readonly registry: JobRegistry;
  readonly logger: Logger;
  readonly concurrency: number;
  /** Delays each job of the lane `later`; null for no delays. */
  readonly throttle: JobThrottle | null;
}

/** Runs jobs by their handlers. Log lines contain a job's id and name, never its payload. */
export function startWorkers(options: WorkersOptions): Workers {
  const { backend, logger, concurrency } = options;
  const closing = new AbortController();
  const runJob = createJobRunner(options, closing.signal);
  const workers = LANES.map((lane) => {
    const worker = backend.worker(lane, (job, token) => runJob(lane, job, token), concurrency);
    reportFailures(worker, lane, logger);
    return worker;
  });
  return {
    ready: Promise.all(workers.map((worker) => worker.waitUntilReady())).then(() => undefined),
    async close() {
      closing.abort();
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

/** Returns a function that runs one job, and measures and traces it. */
function createJobRunner({ registry, logger, throttle }: WorkersOptions, signal: AbortSignal) {
  return async (lane: Lane, job: Job<object, void>, token: string | undefined): Promise<void> => {
    const labels = { queue: lane, job: job.name };
    // The job's id is left out, because its key may be a member's id.
    const attributes = { 'tideline.job.attempt': job.attemptsMade + 1 };
    if (lane === 'later') await throttle?.delayJob(signal);
    const started = performance.now();
    try {
      await inSpan(
        `job ${job.name}`,
        { kind: 'consumer', parent: job.opts.telemetry?.metadata, attributes },
        async () => count('tideline_jobs_total', { ...labels, outcome: await attempt(lane, job, token) }),
      );
    } finally {
      measure('tideline_job_duration_seconds', (performance.now() - started) / 1_000, labels);
    }
  };

  async function attempt(
    lane: Lane,
    job: Job<object, void>,
    token: string | undefined,
  ): Promise<'done' | 'waits'> {
    const jobId = job.id ?? job.name;
    const { run, definition } = registry.handlerOf(job.name);
    try {
      await run(job.data, { jobId, attempt: job.attemptsMade + 1, signal });
      return 'done';
    } catch (error) {
      // Invalid data stays invalid, so no retry helps. The message names no values, because they may be personal.
      if (error instanceof ZodError) {
        const where = error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ');
        throw new UnrecoverableError(`The payload or a response has an invalid shape: ${where}`);
      }
      const result = await delayInOutage(error, job, { definition, token });
      if (result === null) throw error;
      const ids = { err: error, jobId, job: job.name };
      if (result === 'skipped') {
        logger.warn(ids, 'A sweep met an outage; its next run catches up');
        return 'waits';
      }
      count('tideline_jobs_total', { queue: lane, job: job.name, outcome: 'waits' });
      logger.warn(ids, 'A job met an outage and is delayed');
      throw new DelayedError();
    }
  }
}

function reportFailures(worker: LaneWorker, lane: Lane, logger: Logger): void {
  worker.on('failed', (job, error) => {
    const ids = { err: error, lane, jobId: job?.id, job: job?.name };
    const isDead = job === undefined || job.finishedOn !== undefined;
    const outcome = isDead ? 'dead' : error instanceof NotProjectedYet ? 'waits' : 'failed';
    count('tideline_jobs_total', { queue: lane, job: job?.name ?? 'unknown', outcome });
    if (isDead) logger.error(ids, 'A job failed for good');
    else if (error instanceof NotProjectedYet && job.attemptsMade <= ATTEMPTS_BEFORE_WARNING)
      logger.debug({ ...ids, attempt: job.attemptsMade }, 'A job ran before its read model caught up');
    else logger.warn({ ...ids, attempt: job.attemptsMade }, 'A job failed and will be retried');
  });
  worker.on('stalled', (jobId) =>
    logger.warn({ lane, jobId }, 'A worker lost a job; another worker takes it'),
  );
}
