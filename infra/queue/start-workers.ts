import { type Job, UnrecoverableError } from 'bullmq';
import { ZodError } from 'zod';
import type { Logger } from '../logging/logger.ts';
import type { QueueBackend } from './backend.ts';
import { LANES } from './define-job.ts';
import type { JobRegistry } from './job-registry.ts';

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
}): Workers {
  const { backend, registry, logger, concurrency } = options;
  const closing = new AbortController();

  async function process(job: Job<object, void>): Promise<void> {
    const jobId = job.id ?? job.name;
    try {
      await registry.handlerOf(job.name).run(job.data, {
        jobId,
        attempt: job.attemptsMade + 1,
        signal: closing.signal,
      });
    } catch (error) {
      // What can't be read now can't be read at the next try either. The values stay out of the queue and the log.
      if (error instanceof ZodError) {
        const where = error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ');
        throw new UnrecoverableError(`The payload or an answer is not of its shape: ${where}`);
      }
      throw error;
    }
  }

  const workers = LANES.map((lane) => {
    const worker = backend.worker(lane, process, concurrency);
    worker.on('error', (error) => logger.warn({ err: error, lane }, 'A worker lost its connection'));
    worker.on('failed', (job, error) => {
      const ids = { err: error, lane, jobId: job?.id, job: job?.name };
      if (job === undefined || job.finishedOn !== undefined) logger.error(ids, 'A job failed for good');
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
