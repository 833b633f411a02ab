import { setTimeout as delay } from 'node:timers/promises';
import { createBullBoard } from '@bull-board/api';
import { FastifyAdapter } from '@bull-board/fastify';
import { millisecondsInHour } from 'date-fns/constants';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { createLogger } from '../logging/logger.ts';
import { MailUnavailable } from '../mail/errors.ts';
import { checkQueue } from '../runtime/queue-checks.ts';
import { createQueue, type JobQueue } from './create-queue.ts';
import { defineJob, handle, type JobRun, job } from './define-job.ts';
import { createJobRegistry } from './job-registry.ts';
import type { JobThrottle } from './job-throttle.ts';
import { NotProjectedYet } from './not-projected-yet.ts';

const note = defineJob({ name: 'note', payload: z.object({ text: z.string() }), attempts: 3, backoffMs: 10 });
const slow = defineJob({
  name: 'slow',
  payload: z.object({ text: z.string() }),
  attempts: 9,
  backoffMs: 300,
});
const mail = defineJob({ name: 'mail', lane: 'later', payload: z.object({}) });
const sweep = defineJob({ name: 'sweep', lane: 'sweeps', payload: z.object({}), attempts: 1 });

let database: TestDatabase;
let done: { text: string; run: JobRun }[];
let sweeps: number;
let mails: number;
let doing: (text: string, run: JobRun) => Promise<void>;
let sweeping: () => Promise<void>;
let log: string[];
beforeEach(async () => {
  database = await freshDatabase();
  done = [];
  sweeps = 0;
  mails = 0;
  doing = async () => {};
  sweeping = async () => {};
  log = [];
});
afterEach(() => database?.drop());

async function open(): Promise<JobQueue> {
  const registry = createJobRegistry([
    handle(slow, async ({ text }, run) => {
      await doing(text, run);
      done.push({ text, run });
    }),
    handle(mail, async () => {
      mails += 1;
    }),
    handle(note, async ({ text }, run) => {
      await doing(text, run);
      done.push({ text, run });
    }),
    handle(sweep, async () => {
      sweeps += 1;
      await sweeping();
    }),
  ]);
  const logger = createLogger({
    level: 'info',
    component: 'test',
    destination: { write: (line) => log.push(line) },
  });
  const queue = await createQueue({ connection: { kind: 'postgres', url: database.url }, registry, logger });
  onTestFinished(() => queue.close());
  return queue;
}
const texts = () => done.map(({ text }) => text).toSorted();

test('stores jobs until a worker runs, and then runs them immediately', async () => {
  const queue = await open();
  await queue.enqueueAll([job(note, { text: 'a' }, '1'), job(note, { text: 'b' }, '2')]);
  await queue.startWorkers({ concurrency: 2 });
  await queue.idle();
  expect(texts()).toEqual(['a', 'b']);
  const start = performance.now();
  await queue.enqueue(note, { text: 'c' }, { key: '3' });
  await waitFor(() => done.length === 3);
  expect(performance.now() - start).toBeLessThan(1_000);
  expect(done[2]?.run).toMatchObject({ jobId: 'note.3', attempt: 1 });
});

test('lists the jobs that wait for a retry, without schedules', async () => {
  const queue = await open();
  let isReady = false;
  doing = async () => {
    if (!isReady) throw new NotProjectedYet('The booking 7');
  };
  await queue.startWorkers({ concurrency: 1 });
  await queue.schedule(sweep, { everyMs: millisecondsInHour });
  await queue.enqueue(slow, { text: 'early' }, { key: 'early' });
  expect(await waitFor(async () => (await queue.awaitingRetry()).join())).toBe('slow');
  isReady = true;
  await waitFor(async () => (await queue.awaitingRetry()).length === 0);
  await queue.idle();
  expect(texts()).toEqual(['early']);
});

test('runs one job per key, even after it is done', async () => {
  const queue = await open();
  await queue.startWorkers({ concurrency: 4 });
  await Promise.all(Array.from({ length: 10 }, () => queue.enqueue(note, { text: 'once' }, { key: 'k:1' })));
  await queue.idle();
  await queue.enqueueAll([job(note, { text: 'again' }, 'k:1'), job(note, { text: 'other' }, 'k:2')]);
  await queue.idle();
  expect(texts()).toEqual(['once', 'other']);
});

test('retries a job ahead of its read model without a warning, and a failed one with a warning', async () => {
  const queue = await open();
  doing = async (text, { attempt }) => {
    if (attempt < 3) throw text === 'early' ? new NotProjectedYet('The booking 7') : new Error('not today');
  };
  await queue.startWorkers({ concurrency: 1 });
  await queue.enqueue(note, { text: 'early' }, { key: 'early' });
  await waitFor(() => done.length === 1);
  expect(done[0]?.run.attempt).toBe(3);
  await queue.enqueue(note, { text: 'late' }, { key: 'late' });
  await waitFor(() => done.length === 2);
  const warned = log.filter((line) => line.includes('"level":"warn"'));
  expect(warned.map((line) => /"jobId":"([^"]+)"/.exec(line)?.[1])).toEqual(['note.late', 'note.late']);
});

test('retries a failing job under the same id, and makes a dead letter at last', async () => {
  const queue = await open();
  const tries: JobRun[] = [];
  doing = async (text, run) => {
    tries.push(run);
    if (text === 'bad' || run.attempt < 3) throw new Error('not today');
  };
  await queue.startWorkers({ concurrency: 2 });
  await queue.enqueue(note, { text: 'late' }, { key: 'late' });
  await waitFor(() => done.length === 1);
  expect(tries.map(({ attempt, jobId }) => `${jobId} ${attempt}`)).toEqual([
    'note.late 1',
    'note.late 2',
    'note.late 3',
  ]);
  await queue.enqueue(note, { text: 'bad' }, { key: 'bad' });
  const dead = await waitFor(async () => {
    const letters = await queue.deadLetters();
    return letters.length > 0 && letters;
  });
  expect(dead).toEqual([
    { id: 'note.bad', name: 'note', attempts: 3, reason: 'not today', failedAt: expect.any(Date) },
  ]);
  await waitFor(() => log.some((line) => line.includes('failed for good') && line.includes('note.bad')));
  expect(log.join('')).not.toContain('"text"');
});

test('rejects an invalid payload when it is enqueued, and does not retry one that is stored', async () => {
  const queue = await open();
  await expect(queue.enqueueAll([{ definition: note, payload: { text: 1 }, key: 'x' }])).rejects.toThrow(
    z.ZodError,
  );
  // Stored by an older release, under the same name.
  const older = defineJob({ name: 'note', payload: z.object({ text: z.number() }), attempts: 3 });
  const logger = createLogger({ level: 'silent', component: 'test' });
  const other = await createQueue({
    connection: { kind: 'postgres', url: database.url },
    registry: createJobRegistry([handle(older, async () => {})]),
    logger,
  });
  await other.enqueue(older, { text: 12345 }, { key: 'older' });
  await other.close();
  await queue.startWorkers({ concurrency: 1 });
  const [letter] = await waitFor(async () => {
    const letters = await queue.deadLetters();
    return letters.length > 0 && letters;
  });
  expect(letter).toMatchObject({ id: 'note.older', attempts: 1 });
  expect(letter?.reason).not.toContain('12345');
  expect(done).toEqual([]);
});

test('runs a schedule at its interval, also when it is made twice', async () => {
  const queue = await open();
  await queue.startWorkers({ concurrency: 1 });
  await queue.schedule(sweep, { everyMs: 100 });
  await queue.schedule(sweep, { everyMs: 100 });
  await waitFor(() => sweeps >= 3);
  const start = sweeps;
  const from = performance.now();
  await waitFor(() => sweeps >= start + 4);
  // Twice as often would come to some 200 ms.
  expect(performance.now() - from).toBeGreaterThan(280);
  await queue.idle();
});

test('lets the job in hand finish when closing, and leaves the others to another process', async () => {
  const first = await open();
  const held = Promise.withResolvers<void>();
  let begun = 0;
  doing = async (_, { signal }) => {
    begun += 1;
    await held.promise;
    expect(signal.aborted).toBe(true);
  };
  await first.startWorkers({ concurrency: 1 });
  await first.enqueueAll([job(note, { text: 'a' }, 'a'), job(note, { text: 'b' }, 'b')]);
  await waitFor(() => begun === 1);
  const closing = first.close();
  held.resolve();
  await closing;
  expect(texts()).toEqual(['a']);
  doing = async () => {};
  const second = await open();
  await second.startWorkers({ concurrency: 1 });
  await second.idle();
  expect(texts()).toEqual(['a', 'b']);
});

test('reconnects to Postgres after lost connections', async () => {
  const queue = await open();
  await queue.startWorkers({ concurrency: 2 });
  await queue.enqueue(note, { text: 'before' }, { key: 'before' });
  await queue.idle();
  await database.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await waitFor(async () => {
    await queue.enqueue(note, { text: 'after' }, { key: 'after' });
    return true;
  });
  await waitFor(() => done.length === 2);
  expect(texts()).toEqual(['after', 'before']);
});

test('runs sweeps while an effect hangs', async () => {
  const queue = await open();
  const held = Promise.withResolvers<void>();
  doing = () => held.promise;
  await queue.startWorkers({ concurrency: 1 });
  await queue.enqueue(note, { text: 'hangs' }, { key: 'hangs' });
  await queue.enqueue(sweep, {}, { key: 'now' });
  await waitFor(() => sweeps === 1);
  held.resolve();
  await queue.idle();
});

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

test('runs effects and sweeps while deferrable jobs are delayed, and runs these for a caller of idle', async () => {
  const queue = await open();
  const { throttle, held } = createEndlessThrottle();
  await queue.startWorkers({ concurrency: 2, throttle });
  await queue.enqueueAll(['1', '2', '3'].map((key) => job(mail, {}, key)));
  await waitFor(() => held() === 2);
  await queue.enqueue(note, { text: 'now' }, { key: 'now' });
  await queue.enqueue(sweep, {}, { key: 'now' });
  await waitFor(() => texts().length === 1 && sweeps === 1);
  expect(mails).toBe(0);
  await queue.idle();
  expect(mails).toBe(3);
});

test('ends delays when closing: jobs in hand finish, and another process runs the others', async () => {
  const queue = await open();
  const { throttle, held } = createEndlessThrottle();
  await queue.startWorkers({ concurrency: 2, throttle });
  await queue.enqueueAll(['1', '2', '3'].map((key) => job(mail, {}, key)));
  await waitFor(() => held() === 2);
  await queue.close();
  expect(mails).toBe(2);
  const second = await open();
  await second.startWorkers({ concurrency: 1 });
  await second.idle();
  expect(mails).toBe(3);
});

test('runs jobs that wait in the lane of an earlier release', async () => {
  const logger = createLogger({ level: 'silent', component: 'test' });
  const before = defineJob({ name: 'mail', payload: z.object({}) });
  const earlier = await createQueue({
    connection: { kind: 'postgres', url: database.url },
    registry: createJobRegistry([handle(before, async () => {})]),
    logger,
  });
  await earlier.enqueue(before, {}, { key: 'from before' });
  await earlier.close();
  const queue = await open();
  expect(await queue.depths()).toMatchObject([{ lane: 'effects', jobs: { waiting: 1 } }, {}, {}, {}]);
  await queue.startWorkers({ concurrency: 1 });
  await queue.idle();
  expect(mails).toBe(1);
});

test('reports a paused lane as degraded, and resumes it when workers start', async () => {
  const queue = await open();
  const pausedLanes = async () => (await checkQueue(queue)).filter(({ ok }) => !ok);
  expect(await checkQueue(queue)).toEqual(
    ['effects', 'later', 'push', 'sweeps'].map((lane) => ({ name: `queue ${lane}`, ok: true })),
  );
  // As a person with another tool would.
  await queue
    .bullBoardAdapters()
    .find((lane) => lane.getName() === 'effects')
    ?.pause();
  await queue.enqueue(note, { text: 'held back' }, { key: '1' });
  expect(await pausedLanes()).toEqual([
    { name: 'queue effects', ok: false, detail: 'It is paused: none of its jobs runs.' },
  ]);
  await queue.close();

  const restarted = await open();
  await restarted.startWorkers({ concurrency: 1 });
  await waitFor(() => texts().length === 1);
  expect((await restarted.depths()).map(({ isPaused }) => isPaused)).toEqual([false, false, false, false]);
  expect(log.filter((line) => line.includes('A queue was paused; it runs again'))).toHaveLength(1);
});

test('reports a queue that does not answer as degraded', async () => {
  const silent = { name: 'queue', ok: false, detail: 'The job queue does not answer.' };
  expect(await checkQueue({ depths: () => Promise.reject(new Error('connection refused')) })).toEqual([
    silent,
  ]);
  expect(await checkQueue({ depths: () => new Promise(() => {}) })).toEqual([silent]);
});

test('shows the lanes and their dead letters in Bull Board', async () => {
  const queue = await open();
  doing = () => Promise.reject(new Error('broken'));
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
  doing = async () => {};
  const retry = await app.inject({ method: 'PUT', url: '/board/api/queues/effects/note.dead/retry' });
  expect(retry.statusCode).toBeLessThan(300);
  await waitFor(() => done.length === 1);
});

test('delays a job during an outage without using up its attempts', async () => {
  const queue = await open();
  let met = 0;
  doing = async () => {
    met += 1;
    // One more than the job has tries.
    if (met <= 4) throw new MailUnavailable('The mail provider is not available (503).');
  };
  await queue.enqueue(note, { text: 'patient' }, { key: '1' });
  await queue.startWorkers({ concurrency: 1 });
  await waitFor(() => texts().length === 1);
  expect(met).toBe(5);
  expect(done[0]?.run.attempt).toBe(1);
  expect(await queue.deadLetters()).toEqual([]);
});

test('skips a sweep in an outage without a dead letter, and runs the next one', async () => {
  const queue = await open();
  sweeping = async () => {
    if (sweeps <= 3) throw new MailUnavailable('The mail provider is not available (503).');
  };
  await queue.schedule(sweep, { everyMs: 50 });
  await queue.startWorkers({ concurrency: 1 });
  await waitFor(() => sweeps > 4);
  expect(await queue.deadLetters()).toEqual([]);
  expect(log.filter((line) => line.includes('its next run catches up'))).toHaveLength(3);
  expect(log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test('logs a sweep that fails otherwise, and runs the next one', async () => {
  const queue = await open();
  sweeping = async () => {
    if (sweeps === 1) throw new Error('A fault of ours');
  };
  await queue.schedule(sweep, { everyMs: 50 });
  await queue.startWorkers({ concurrency: 1 });
  await waitFor(() => sweeps > 2);
  expect((await queue.deadLetters()).map(({ reason }) => reason)).toEqual(['A fault of ours']);
  expect(log.some((line) => line.includes('A job failed for good'))).toBe(true);
});
