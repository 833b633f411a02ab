import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { hasRedisServer, startRedisServer } from '#tools/testing/outages/redis-server.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { createLogger } from '../logging/logger.ts';
import { createQueue, type JobQueue } from './create-queue.ts';
import { defineJob, handle, job } from './define-job.ts';
import { createJobRegistry } from './job-registry.ts';

test.skipIf(!hasRedisServer)(
  'on Redis, two workers do each job once, try a failed one again and keep the dead',
  async () => {
    const server = await startRedisServer();
    onTestFinished(() => server.stop());
    const note = defineJob({
      name: `note-${randomUUID()}`,
      payload: z.object({ number: z.number() }),
      attempts: 2,
      backoffMs: 10,
    });
    const tries: number[] = [];
    const open = async (): Promise<JobQueue> => {
      const registry = createJobRegistry(
        [note],
        [
          handle(note, async ({ number }) => {
            tries.push(number);
            if (number === 13) throw new Error('not today');
          }),
        ],
      );
      const logger = createLogger({ level: 'silent', component: 'test' });
      const connection = { kind: 'redis', url: `redis://127.0.0.1:${server.port}` } as const;
      const queue = await createQueue({ connection, registry, logger });
      onTestFinished(() => queue.close());
      return queue;
    };
    const [one, other] = await Promise.all([open(), open()]);
    const jobs = Array.from({ length: 50 }, (_, number) => job(note, { number }, String(number)));
    // Told twice, as by a reactor that was killed in between.
    await Promise.all([one.enqueueAll(jobs), other.enqueueAll(jobs)]);
    await Promise.all([one.startWorkers({ concurrency: 4 }), other.startWorkers({ concurrency: 4 })]);
    const dead = await waitFor(async () => {
      const letters = (await one.deadLetters()).filter(({ name }) => name === note.name);
      return letters.length > 0 && tries.length >= 51 && letters;
    });
    expect(dead).toMatchObject([{ attempts: 2, reason: 'not today' }]);
    const wanted = [...jobs.map(({ key }) => Number(key)), 13];
    expect(tries.toSorted((a, b) => a - b)).toEqual(wanted.toSorted((a, b) => a - b));
  },
);
