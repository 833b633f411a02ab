import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { ZodError } from 'zod';
import type { Logger } from '../logging/logger.ts';
import { count, measure } from '../telemetry/metrics.ts';
import { inSpan } from '../telemetry/spans.ts';
import type { QueueBackend } from './backend.ts';
import { LANES, type Lane } from './define-job.ts';
import type { GiveWay } from './give-way.ts';
import type { JobRegistry } from './job-registry.ts';
import { NotProjectedYet } from './not-projected-yet.ts';
import { waitOut } from './wait-out.ts';

/** Events are told to the reactors and to the read models at the same time: who comes first by a few seconds is not worth a word. */
const triesBeforeWarning = 2;

export interface Workers {
  readonly ready: Promise<void>;
  /** Lets the jobs in hand finish. */
  close(): Promise<void>;
}

/** Does jobs by their handlers; log lines carry a job's id and name, never its payload. */
export function startWorkers(options: {
  backend: QueueBackend;
  registry: JobRegistry;
  logger: Logger;
  concurrency: number;
  /** What the lane `later` waits for before each job; nothing when it is null. */
  giveWay: GiveWay | null;
}): Workers {
  const { backend, registry, logger, concurrency, giveWay } = options;
  const closing = new AbortController();

  async function process(lane: Lane, job: Job<object, void>, token: string | undefined): Promise<void> {
    const labels = { queue: lane, job: job.name };
    // Not its id: a key may be a member's.
    const attributes = { 'tideline.job.attempt': job.attemptsMade + 1 };
    if (lane === 'later') await giveWay?.turn(closing.signal);
    const started = performance.now();
    try {
      await inSpan(
        `job ${job.name}`,
        { kind: 'consumer', parent: job.opts.telemetry?.metadata, attributes },
        async () => count('tideline_jobs_total', { ...labels, outcome: await run(lane, job, token) }),
      );
    } finally {
      measure('tideline_job_duration_seconds', (performance.now() - started) / 1_000, labels);
    }
  }

  async function run(
    lane: Lane,
    job: Job<object, void>,
    token: string | undefined,
  ): Promise<'done' | 'waits'> {
    const jobId = job.id ?? job.name;
    const handler = registry.handlerOf(job.name);
    try {
      await handler.run(job.data, {
        jobId,
        attempt: job.attemptsMade + 1,
        signal: closing.signal,
      });
      return 'done';
    } catch (error) {
      // What can't be read now can't be read at the next try either. The values stay out of the queue and the log.
      if (error instanceof ZodError) {
        const where = error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ');
        throw new UnrecoverableError(`The payload or an answer is not of its shape: ${where}`);
      }
      const waited = await waitOut(error, job, { definition: handler.definition, token });
      if (waited === null) throw error;
      const ids = { err: error, jobId, job: job.name };
      if (waited === 'left-to-the-next') {
        logger.warn(ids, 'A sweep met an outage; the next round makes it good');
        return 'waits';
      }
      count('tideline_jobs_total', { queue: lane, job: job.name, outcome: 'waits' });
      logger.warn(ids, 'A job met an outage and waits for its end');
      throw new DelayedError();
    }
  }

  const workers = LANES.map((lane) => {
    const worker = backend.worker(lane, (job, token) => process(lane, job, token), concurrency);
    worker.on('error', (error) => logger.warn({ err: error, lane }, 'A worker lost its connection'));
    worker.on('failed', (job, error) => {
      const ids = { err: error, lane, jobId: job?.id, job: job?.name };
      const isDead = job === undefined || job.finishedOn !== undefined;
      const outcome = isDead ? 'dead' : error instanceof NotProjectedYet ? 'waits' : 'failed';
      count('tideline_jobs_total', { queue: lane, job: job?.name ?? 'unknown', outcome });
      if (isDead) logger.error(ids, 'A job failed for good');
      else if (error instanceof NotProjectedYet && job.attemptsMade <= triesBeforeWarning)
        logger.debug({ ...ids, attempt: job.attemptsMade }, 'A job came before its read model');
      else logger.warn({ ...ids, attempt: job.attemptsMade }, 'A job failed and will be tried again');
    });
    worker.on('stalled', (jobId) =>
      logger.warn({ lane, jobId }, 'A job was left by its worker and is taken up again'),
    );
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
