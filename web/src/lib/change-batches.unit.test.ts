import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveChange } from '#services/contract/live.ts';
import { ChangeBatches } from './change-batches.ts';

interface Refresh {
  readonly changes: readonly LiveChange[];
  end(): void;
}

let refreshes: Refresh[];
let batches: ChangeBatches;

const on = (date: string): LiveChange => ({ topics: ['classes'], dates: [date] });
const [monday, tuesday, wednesday] = [on('2026-05-11'), on('2026-05-12'), on('2026-05-13')];
const listRefreshed = () => refreshes.map(({ changes }) => changes);

beforeEach(() => {
  vi.useFakeTimers();
  refreshes = [];
  batches = new ChangeBatches((changes) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    refreshes.push({ changes, end: resolve });
    return promise;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

it('refreshes changes that arrive together once', async () => {
  batches.add(monday);
  batches.add(tuesday);
  await vi.advanceTimersByTimeAsync(199);
  expect(refreshes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(listRefreshed()).toEqual([[monday, tuesday]]);
});

it('starts no refresh while one is in flight, and the next one after it', async () => {
  batches.add(monday);
  await vi.advanceTimersByTimeAsync(200);
  batches.add(tuesday);
  await vi.advanceTimersByTimeAsync(1_000);
  batches.add(wednesday);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(listRefreshed()).toEqual([[monday]]);
  refreshes[0]?.end();
  await vi.advanceTimersByTimeAsync(200);
  expect(listRefreshed()).toEqual([[monday], [tuesday, wednesday]]);
  refreshes[1]?.end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refreshes).toHaveLength(2);
});

it('is held back by a refresh that hangs for ten seconds only', async () => {
  batches.add(monday);
  await vi.advanceTimersByTimeAsync(200);
  batches.add(tuesday);
  await vi.advanceTimersByTimeAsync(10_199);
  expect(listRefreshed()).toEqual([[monday]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(listRefreshed()).toEqual([[monday], [tuesday]]);
});

it('refreshes nothing after it was closed', async () => {
  batches.add(monday);
  batches.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(listRefreshed().flat()).toEqual([]);
});
