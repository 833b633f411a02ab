import { setTimeout as delay } from 'node:timers/promises';
import { createBullBoard } from '@bull-board/api';
import { FastifyAdapter } from '@bull-board/fastify';
import { millisecondsInHour } from 'date-fns/constants';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { createLogger } from '../logging/logger.ts';
import { checkQueue } from '../runtime/queue-checks.ts';
import { createQueue } from './create-queue.ts';
import { defineJob, handle, job } from './define-job.ts';
import { createJobRegistry } from './job-registry.ts';
import type { JobThrottle } from './job-throttle.ts';
import { mail, note, QueueHarness, sweep } from './queue-harness.fixture.ts';

let harness: QueueHarness;
beforeEach(async () => {
  harness = await QueueHarness.start();
});
afterEach(() => harness?.database.drop());

/** Creates a throttle that delays every job until it is suspended. */
function createEndlessThrottle(): { throttle: JobThrottle; held: () => number } {
  let held = 0;
  let delays = new AbortController();
  const throttle: JobThrottle = {
    async delayJob(signal) {
      held += 1;
      await delay(millisecondsInHour, undefined, { signal: AbortSignal.any([signal, delays.signal]) }).catch(
        () => {},
      );
    },
    suspend() {
      delays.abort();
      return () => {
        delays = new AbortController();
      };
    },
  };
  return { throttle, held: () => held };
}

test('runs sweeps while an effect hangs', async () => {
  const queue = await harness.open();
  const held = Promise.withResolvers<void>();
  harness.doing = () => held.promise;
  await queue.startWorkers({ concurrency: 1 });
  await queue.enqueue(note, { text: 'hangs' }, { key: 'hangs' });
  await queue.enqueue(sweep, {}, { key: 'now' });
  await waitFor(() => harness.sweeps === 1);
  held.resolve();
  await queue.idle();
});

test('runs effects and sweeps while deferrable jobs are delayed, and runs these for a caller of idle', async () => {
  const queue = await harness.open();
  const { throttle, held } = createEndlessThrottle();
  await queue.startWorkers({ concurrency: 2, throttle });
  await queue.enqueueAll(['1', '2', '3'].map((key) => job(mail, {}, key)));
  await waitFor(() => held() === 2);
  await queue.enqueue(note, { text: 'now' }, { key: 'now' });
  await queue.enqueue(sweep, {}, { key: 'now' });
  await waitFor(() => harness.texts().length === 1 && harness.sweeps === 1);
  expect(harness.mails).toBe(0);
  await queue.idle();
  expect(harness.mails).toBe(3);
});

test('ends delays when closing: jobs in hand finish, and another process runs the others', async () => {
  const queue = await harness.open();
  const { throttle, held } = createEndlessThrottle();
  await queue.startWorkers({ concurrency: 2, throttle });
  await queue.enqueueAll(['1', '2', '3'].map((key) => job(mail, {}, key)));
  await waitFor(() => held() === 2);
  await queue.close();
  expect(harness.mails).toBe(2);
  const second = await harness.open();
  await second.startWorkers({ concurrency: 1 });
  await second.idle();
  expect(harness.mails).toBe(3);
});

test('runs jobs that wait in the lane of an earlier release', async () => {
  const logger = createLogger({ level: 'silent', component: 'test' });
  const before = defineJob({ name: 'mail', payload: z.object({}) });
  const earlier = await createQueue({
    connection: { kind: 'postgres', url: harness.database.url },
    registry: createJobRegistry([handle(before, async () => {})]),
    logger,
  });
  await earlier.enqueue(before, {}, { key: 'from before' });
  await earlier.close();
  const queue = await harness.open();
  expect(await queue.depths()).toMatchObject([{ lane: 'effects', jobs: { waiting: 1 } }, {}, {}, {}]);
  await queue.startWorkers({ concurrency: 1 });
  await queue.idle();
  expect(harness.mails).toBe(1);
});

test('reports a paused lane as degraded, and resumes it when workers start', async () => {
  const queue = await harness.open();
  const pausedLanes = async () => (await checkQueue(queue)).filter(({ ok }) => !ok);
  // A busy machine may miss the time limit of a check.
  await expect
    .poll(() => checkQueue(queue))
    .toEqual(['effects', 'later', 'push', 'sweeps'].map((lane) => ({ name: `queue ${lane}`, ok: true })));
  // As a person with another tool would.
  await queue
    .bullBoardAdapters()
    .find((lane) => lane.getName() === 'effects')
    ?.pause();
  await queue.enqueue(note, { text: 'held back' }, { key: '1' });
  await expect
    .poll(pausedLanes)
    .toEqual([{ name: 'queue effects', ok: false, detail: 'It is paused: none of its jobs runs.' }]);
  await queue.close();

  const restarted = await harness.open();
  await restarted.startWorkers({ concurrency: 1 });
  await waitFor(() => harness.texts().length === 1);
  expect((await restarted.depths()).map(({ isPaused }) => isPaused)).toEqual([false, false, false, false]);
  expect(harness.log.filter((line) => line.includes('A queue was paused; it runs again'))).toHaveLength(1);
});

test('reports a queue that does not answer as degraded', async () => {
  const silent = { name: 'queue', ok: false, detail: 'The job queue does not answer.' };
  expect(await checkQueue({ depths: () => Promise.reject(new Error('connection refused')) })).toEqual([
    silent,
  ]);
  expect(await checkQueue({ depths: () => new Promise(() => {}) })).toEqual([silent]);
});

test('shows the lanes and their dead letters in Bull Board', async () => {
  const queue = await harness.open();
  harness.doing = () => Promise.reject(new Error('broken'));
  await queue.startWorkers({ concurrency: 1 });
  await queue.enqueue(note, { text: 'dead' }, { key: 'dead' });
  await waitFor(async () => (await queue.deadLetters()).length === 1);
  const app = Fastify();
  onTestFinished(() => app.close());
  const serverAdapter = new FastifyAdapter();
  serverAdapter.setBasePath('/board');
  createBullBoard({ queues: queue.bullBoardAdapters(), serverAdapter });
  await app.register(serverAdapter.registerPlugin(), { prefix: '/board' });
  expect((await app.inject('/board')).statusCode).toBe(200);
  const answer = await app.inject('/board/api/queues?activeQueue=effects&status=failed&page=1');
  expect(answer.statusCode).toBe(200);
  expect(answer.json().queues).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'effects', counts: expect.objectContaining({ failed: 1 }) }),
      expect.objectContaining({ name: 'sweeps' }),
    ]),
  );
  expect(answer.body).toContain('note.dead');
  harness.doing = async () => {};
  const retry = await app.inject({ method: 'PUT', url: '/board/api/queues/effects/note.dead/retry' });
  expect(retry.statusCode).toBeLessThan(300);
  await waitFor(() => harness.done.length === 1);
});
