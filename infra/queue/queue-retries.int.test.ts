import { millisecondsInHour } from 'date-fns/constants';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { MailUnavailable } from '../mail/errors.ts';
import type { JobRun } from './define-job.ts';
import { NotProjectedYet } from './not-projected-yet.ts';
import { note, QueueHarness, slow, sweep } from './queue-harness.fixture.ts';

let harness: QueueHarness;
beforeEach(async () => {
  harness = await QueueHarness.start();
});
afterEach(() => harness?.database.drop());

test('lists the jobs that wait for a retry, without schedules', async () => {
  const queue = await harness.open();
  let isReady = false;
  harness.doing = async () => {
    if (!isReady) throw new NotProjectedYet('The booking 7');
  };
  await queue.startWorkers({ concurrency: 1 });
  await queue.schedule(sweep, { everyMs: millisecondsInHour });
  await queue.enqueue(slow, { text: 'early' }, { key: 'early' });
  expect(await waitFor(async () => (await queue.awaitingRetry()).join())).toBe('slow');
  isReady = true;
  await waitFor(() => harness.done.length > 0);
  expect(await queue.awaitingRetry()).toEqual([]);
  expect(harness.texts()).toEqual(['early']);
});

test('retries a job ahead of its read model without a warning, and a failed one with a warning', async () => {
  const queue = await harness.open();
  harness.doing = async (text, { attempt }) => {
    if (attempt < 3) throw text === 'early' ? new NotProjectedYet('The booking 7') : new Error('not today');
  };
  await queue.startWorkers({ concurrency: 1 });
  await queue.enqueue(note, { text: 'early' }, { key: 'early' });
  await waitFor(() => harness.done.length === 1);
  expect(harness.done[0]?.run.attempt).toBe(3);
  await queue.enqueue(note, { text: 'late' }, { key: 'late' });
  await waitFor(() => harness.done.length === 2);
  const warned = harness.log.filter((line) => line.includes('"level":"warn"'));
  expect(warned.map((line) => /"jobId":"([^"]+)"/.exec(line)?.[1])).toEqual(['note.late', 'note.late']);
});

test('retries a failing job under the same id, and makes a dead letter at last', async () => {
  const queue = await harness.open();
  const tries: JobRun[] = [];
  harness.doing = async (text, run) => {
    tries.push(run);
    if (text === 'bad' || run.attempt < 3) throw new Error('not today');
  };
  await queue.startWorkers({ concurrency: 2 });
  await queue.enqueue(note, { text: 'late' }, { key: 'late' });
  await waitFor(() => harness.done.length === 1);
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
  await waitFor(() =>
    harness.log.some((line) => line.includes('failed for good') && line.includes('note.bad')),
  );
  expect(harness.log.join('')).not.toContain('"text"');
});

test('delays a job during an outage without using up its attempts', async () => {
  const queue = await harness.open();
  let met = 0;
  harness.doing = async () => {
    met += 1;
    // One more than the job has tries.
    if (met <= 4) throw new MailUnavailable('The mail provider is not available (503).');
  };
  await queue.enqueue(note, { text: 'patient' }, { key: '1' });
  await queue.startWorkers({ concurrency: 1 });
  await waitFor(() => harness.texts().length === 1);
  expect(met).toBe(5);
  expect(harness.done[0]?.run.attempt).toBe(1);
  expect(await queue.deadLetters()).toEqual([]);
});

test('lists a job in an outage as waiting for a retry until its second attempt', async () => {
  const queue = await harness.open();
  let met = 0;
  harness.doing = async () => {
    met += 1;
    throw new MailUnavailable('The mail provider is not available (503).');
  };
  await queue.startWorkers({ concurrency: 1 });
  await queue.enqueue(slow, { text: 'patient' }, { key: '1' });
  expect(await waitFor(async () => (await queue.awaitingRetry()).join())).toBe('slow');
  const readDelayed = async () => (await queue.depths()).reduce((sum, { jobs }) => sum + jobs.delayed, 0);
  await waitFor(async () => met > 1 && (await readDelayed()) === 1);
  expect(await queue.awaitingRetry()).toEqual([]);
});

test('skips a sweep in an outage without a dead letter, and runs the next one', async () => {
  const queue = await harness.open();
  harness.sweeping = async () => {
    if (harness.sweeps <= 3) throw new MailUnavailable('The mail provider is not available (503).');
  };
  await queue.schedule(sweep, { everyMs: 50 });
  await queue.startWorkers({ concurrency: 1 });
  await waitFor(() => harness.sweeps > 4);
  expect(await queue.deadLetters()).toEqual([]);
  expect(harness.log.filter((line) => line.includes('its next run catches up'))).toHaveLength(3);
  expect(harness.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test('logs a sweep that fails otherwise, and runs the next one', async () => {
  const queue = await harness.open();
  harness.sweeping = async () => {
    if (harness.sweeps === 1) throw new Error('A fault of ours');
  };
  await queue.schedule(sweep, { everyMs: 50 });
  await queue.startWorkers({ concurrency: 1 });
  await waitFor(() => harness.sweeps > 2);
  expect((await queue.deadLetters()).map(({ reason }) => reason)).toEqual(['A fault of ours']);
  expect(harness.log.some((line) => line.includes('A job failed for good'))).toBe(true);
});
