import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { traceIntoMemory } from '#infra/telemetry/tracing.fixture.ts';
import { FairQueue } from './fair-queue.ts';
import { getReadsPerTick } from './read-queue.ts';

/** Longer than any of these tests takes. */
const patienceMs = 600_000;

/** Someone who wants in, by name. */
function visitor(turns: FairQueue, name: string, entered: string[]): () => void {
  return turns.take(() => {
    entered.push(name);
  });
}

it('lets so many in, and then one for each that leaves, as they came', () => {
  const turns = new FairQueue({ atOnce: 2, aTurn: () => 100, patienceMs });
  const entered: string[] = [];
  const leave = ['a', 'b', 'c', 'd'].map((name) => visitor(turns, name, entered));
  expect(entered).toEqual(['a', 'b']);
  leave[1]?.();
  expect(entered).toEqual(['a', 'b', 'c']);
  leave[0]?.();
  expect(entered).toEqual(['a', 'b', 'c', 'd']);
  leave[2]?.();
  leave[3]?.();
  visitor(turns, 'e', entered);
  visitor(turns, 'f', entered);
  visitor(turns, 'g', entered);
  expect(entered.slice(4)).toEqual(['e', 'f']);
});

it('who goes before their turn takes nobody’s place', () => {
  const turns = new FairQueue({ atOnce: 1, aTurn: () => 100, patienceMs });
  const entered: string[] = [];
  const leaveA = visitor(turns, 'a', entered);
  const leaveB = visitor(turns, 'b', entered);
  visitor(turns, 'c', entered);
  leaveB();
  expect(entered).toEqual(['a']);
  leaveA();
  expect(entered).toEqual(['a', 'c']);
});

it('who had to wait comes in as themselves, not as who let them in', () => {
  const tracing = traceIntoMemory();
  onTestFinished(() => tracing.stop());
  const turns = new FairQueue({ atOnce: 1, aTurn: () => 100, patienceMs });
  const request = new AsyncLocalStorage<string>();
  const entered: (string | undefined)[] = [];
  const come = (name: string) => request.run(name, () => turns.take(() => entered.push(request.getStore())));
  const leaveA = come('a');
  come('b');
  request.run('a', leaveA);
  expect(entered).toEqual(['a', 'b']);
});

it('lets no more than so many in within one turn of the event loop, and the others in the next ones', async () => {
  const turns = new FairQueue({ atOnce: 100, aTurn: () => 2, patienceMs });
  const entered: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) visitor(turns, name, entered);
  expect(entered).toEqual(['a', 'b']);
  await new Promise(setImmediate);
  expect(entered).toEqual(['a', 'b', 'c', 'd']);
  await new Promise(setImmediate);
  expect(entered).toEqual(['a', 'b', 'c', 'd', 'e']);
  await new Promise(setImmediate);
  visitor(turns, 'f', entered)();
  visitor(turns, 'g', entered)();
  visitor(turns, 'h', entered);
  expect(entered.slice(5)).toEqual(['f', 'g']);
  await new Promise(setImmediate);
  expect(entered.slice(5)).toEqual(['f', 'g', 'h']);
});

it('lets more in within a turn the longer the first in line has waited', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const turns = new FairQueue({ atOnce: 100, aTurn: (waitedMs) => (waitedMs < 1_000 ? 1 : 3), patienceMs });
  const entered: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) visitor(turns, name, entered);
  await new Promise(setImmediate);
  expect(entered).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1_000);
  await new Promise(setImmediate);
  expect(entered).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('begins with few, and never lets the whole crowd in', () => {
  expect([0, 500, 2_000, 4_000, 8_000, 60_000].map(getReadsPerTick)).toEqual([3, 3, 6, 15, 51, 64]);
});

it('tells how long someone had to wait', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const turns = new FairQueue({ atOnce: 1, aTurn: () => 100, patienceMs });
  const waits: number[] = [];
  const leave = turns.take((waitedMs) => waits.push(waitedMs));
  turns.take((waitedMs) => waits.push(waitedMs));
  vi.advanceTimersByTime(1_500);
  leave();
  expect(waits).toEqual([0, 1_500]);
});

it('lets in whoever has waited as long as anyone is to wait, and only those', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const turns = new FairQueue({ atOnce: 1, aTurn: () => 100, patienceMs: 9_000 });
  const entered: string[] = [];
  visitor(turns, 'a', entered);
  visitor(turns, 'b', entered);
  visitor(turns, 'c', entered)();
  vi.advanceTimersByTime(4_000);
  visitor(turns, 'd', entered);
  vi.advanceTimersByTime(4_999);
  expect(entered).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(entered).toEqual(['a', 'b']);
  vi.advanceTimersByTime(4_000);
  expect(entered).toEqual(['a', 'b', 'd']);
  // Also after a time in which nobody waited.
  visitor(turns, 'e', entered);
  vi.advanceTimersByTime(9_000);
  expect(entered).toEqual(['a', 'b', 'd', 'e']);
});
