import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { createLogger } from '../logging/logger.ts';
import { createQueue } from './create-queue.ts';
import { defineJob, handle, job } from './define-job.ts';
import { createJobRegistry } from './job-registry.ts';
import { note, QueueHarness, sweep } from './queue-harness.fixture.ts';

let harness: QueueHarness;
beforeEach(async () => {
  harness = await QueueHarness.start();
});
afterEach(() => harness?.database.drop());

test('stores jobs until a worker runs, and then runs them immediately', async () => {
  const queue = await harness.open();
  await queue.enqueueAll([job(note, { text: 'a' }, '1'), job(note, { text: 'b' }, '2')]);
  await queue.startWorkers({ concurrency: 2 });
  await queue.idle();
  expect(harness.texts()).toEqual(['a', 'b']);
  // The fastest of three, since a busy machine delays some. A worker that polls every five seconds would be late each time.
  const durations: number[] = [];
  for (const key of ['3', '4', '5']) {
    const start = performance.now();
    await queue.enqueue(note, { text: 'c' }, { key });
    await waitFor(() => harness.done.at(-1)?.run.jobId === `note.${key}`);
    durations.push(performance.now() - start);
  }
  expect(Math.min(...durations)).toBeLessThan(1_000);
  expect(harness.done[2]?.run).toMatchObject({ jobId: 'note.3', attempt: 1 });
});

test('runs one job per key, even after it is done', async () => {
  const queue = await harness.open();
  await queue.startWorkers({ concurrency: 4 });
  await Promise.all(Array.from({ length: 10 }, () => queue.enqueue(note, { text: 'once' }, { key: 'k:1' })));
  await queue.idle();
  await queue.enqueueAll([job(note, { text: 'again' }, 'k:1'), job(note, { text: 'other' }, 'k:2')]);
  await queue.idle();
  expect(harness.texts()).toEqual(['once', 'other']);
});

test('rejects an invalid payload when it is enqueued, and does not retry one that is stored', async () => {
  const queue = await harness.open();
  await expect(queue.enqueueAll([{ definition: note, payload: { text: 1 }, key: 'x' }])).rejects.toThrow(
    z.ZodError,
  );
  // Stored by an older release, under the same name.
  const older = defineJob({ name: 'note', payload: z.object({ text: z.number() }), attempts: 3 });
  const logger = createLogger({ level: 'silent', component: 'test' });
  const other = await createQueue({
    connection: { kind: 'postgres', url: harness.database.url },
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
  expect(harness.done).toEqual([]);
});

test('runs a schedule at its interval, also when it is made twice', async () => {
  const queue = await harness.open();
  await queue.startWorkers({ concurrency: 1 });
  const from = performance.now();
  await queue.schedule(sweep, { everyMs: 100 });
  await queue.schedule(sweep, { everyMs: 100 });
  await waitFor(() => harness.sweeps >= 8);
  // Seven intervals, and what a busy machine adds. Twice as often would come to some 400 ms.
  expect(performance.now() - from).toBeGreaterThan(600);
  await queue.idle();
});

test('lets the job in hand finish when closing, and leaves the others to another process', async () => {
  const first = await harness.open();
  const held = Promise.withResolvers<void>();
  let begun = 0;
  harness.doing = async (_, { signal }) => {
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
  expect(harness.texts()).toEqual(['a']);
  harness.doing = async () => {};
  const second = await harness.open();
  await second.startWorkers({ concurrency: 1 });
  await second.idle();
  expect(harness.texts()).toEqual(['a', 'b']);
});

test('reconnects to Postgres after lost connections', async () => {
  const queue = await harness.open();
  await queue.startWorkers({ concurrency: 2 });
  await queue.enqueue(note, { text: 'before' }, { key: 'before' });
  await queue.idle();
  await harness.database.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await waitFor(async () => {
    await queue.enqueue(note, { text: 'after' }, { key: 'after' });
    return true;
  });
  await waitFor(() => harness.done.length === 2);
  expect(harness.texts()).toEqual(['after', 'before']);
});
