import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { traceIntoMemory } from '#infra/telemetry/tracing.fixture.ts';
import { FairQueue } from './fair-queue.ts';
import { getReadsPerTick } from './read-queue.ts';

/** Longer than any of these tests takes. */
const timeoutMs = 600_000;

/** Enters the queue and notes the name when it starts. */
function enter(queue: FairQueue, name: string, started: string[]): () => void {
  return queue.enter(() => {
    started.push(name);
  });
}

it('starts as many as may run concurrently, then one for each that ends, first in, first out', () => {
  const queue = new FairQueue({ maxConcurrent: 2, getStartsPerTick: () => 100, timeoutMs });
  const started: string[] = [];
  const release = ['a', 'b', 'c', 'd'].map((name) => enter(queue, name, started));
  expect(started).toEqual(['a', 'b']);
  release[1]?.();
  expect(started).toEqual(['a', 'b', 'c']);
  release[0]?.();
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  release[2]?.();
  release[3]?.();
  enter(queue, 'e', started);
  enter(queue, 'f', started);
  enter(queue, 'g', started);
  expect(started.slice(4)).toEqual(['e', 'f']);
});

it('skips an entry that was cancelled while it waited', () => {
  const queue = new FairQueue({ maxConcurrent: 1, getStartsPerTick: () => 100, timeoutMs });
  const started: string[] = [];
  const releaseA = enter(queue, 'a', started);
  const releaseB = enter(queue, 'b', started);
  enter(queue, 'c', started);
  releaseB();
  expect(started).toEqual(['a']);
  releaseA();
  expect(started).toEqual(['a', 'c']);
});

it('starts a queued entry in its own async context, not in that of the entry that ended', () => {
  const tracing = traceIntoMemory();
  onTestFinished(() => tracing.stop());
  const queue = new FairQueue({ maxConcurrent: 1, getStartsPerTick: () => 100, timeoutMs });
  const request = new AsyncLocalStorage<string>();
  const started: (string | undefined)[] = [];
  const enterAs = (name: string) =>
    request.run(name, () => queue.enter(() => started.push(request.getStore())));
  const releaseA = enterAs('a');
  enterAs('b');
  request.run('a', releaseA);
  expect(started).toEqual(['a', 'b']);
});

it('limits the starts per tick of the event loop', async () => {
  const queue = new FairQueue({ maxConcurrent: 100, getStartsPerTick: () => 2, timeoutMs });
  const started: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) enter(queue, name, started);
  expect(started).toEqual(['a', 'b']);
  await new Promise(setImmediate);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  await new Promise(setImmediate);
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
  await new Promise(setImmediate);
  enter(queue, 'f', started)();
  enter(queue, 'g', started)();
  enter(queue, 'h', started);
  expect(started.slice(5)).toEqual(['f', 'g']);
  await new Promise(setImmediate);
  expect(started.slice(5)).toEqual(['f', 'g', 'h']);
});

it('starts more per tick the longer the oldest entry has waited', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const getStartsPerTick = (oldestWaitMs: number) => (oldestWaitMs < 1_000 ? 1 : 3);
  const queue = new FairQueue({ maxConcurrent: 100, getStartsPerTick, timeoutMs });
  const started: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) enter(queue, name, started);
  await new Promise(setImmediate);
  expect(started).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1_000);
  await new Promise(setImmediate);
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('raises the reads per tick from 3 to at most 64', () => {
  expect([0, 500, 2_000, 4_000, 8_000, 60_000].map(getReadsPerTick)).toEqual([3, 3, 6, 15, 51, 64]);
});

it('passes the time it was queued to each entry', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = new FairQueue({ maxConcurrent: 1, getStartsPerTick: () => 100, timeoutMs });
  const waits: number[] = [];
  const release = queue.enter((waitedMs) => waits.push(waitedMs));
  queue.enter((waitedMs) => waits.push(waitedMs));
  vi.advanceTimersByTime(1_500);
  release();
  expect(waits).toEqual([0, 1_500]);
});

it('starts entries that have timed out, and no others', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = new FairQueue({ maxConcurrent: 1, getStartsPerTick: () => 100, timeoutMs: 9_000 });
  const started: string[] = [];
  enter(queue, 'a', started);
  enter(queue, 'b', started);
  enter(queue, 'c', started)();
  vi.advanceTimersByTime(4_000);
  enter(queue, 'd', started);
  vi.advanceTimersByTime(4_999);
  expect(started).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(started).toEqual(['a', 'b']);
  vi.advanceTimersByTime(4_000);
  expect(started).toEqual(['a', 'b', 'd']);
  // Also after the queue was empty for a while.
  enter(queue, 'e', started);
  vi.advanceTimersByTime(9_000);
  expect(started).toEqual(['a', 'b', 'd', 'e']);
});
