import { setTimeout as delay } from 'node:timers/promises';
import type { JobQueue } from '../queue/create-queue.ts';
import type { HealthCheck } from './health-server.ts';

/** Less than the 3 s after which the container's health check gives up. */
const TIMEOUT_MS = 1_500;

/** Checks that the job queue answers and that no lane is paused, which would hold back all emails without an error. */
export function checkQueue(queue: Pick<JobQueue, 'depths'>): Promise<HealthCheck[]> {
  const unknown: HealthCheck[] = [{ name: 'queue', ok: false, detail: 'The job queue does not answer.' }];
  const check = async (): Promise<HealthCheck[]> =>
    (await queue.depths()).map(({ lane, isPaused }) => ({
      name: `queue ${lane}`,
      ok: !isPaused,
      ...(isPaused ? { detail: 'It is paused: none of its jobs runs.' } : {}),
    }));
  return Promise.race([check().catch(() => unknown), delay(TIMEOUT_MS, unknown, { ref: false })]);
}
