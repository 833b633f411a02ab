import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveChange } from '#services/contract/live.ts';
import { HEARTBEAT_MS, READY_WITHIN_MS } from '#services/contract/live-heartbeat.ts';
import { ApiError } from './api-error.ts';
import { changeOfEveryTopic } from './live-keys.ts';
import { LiveStream, SILENT_AFTER_MS } from './live-stream.ts';

const heartbeat = 'event: heartbeat\ndata: {}\n\n';
const ready = 'retry: 2000\n\nevent: ready\ndata: {}\n\n';
const longestReconnectMs = 30_000;

interface Attempt {
  readonly signal: AbortSignal;
  /** Answers with a stream. */
  answer(): void;
  refuse(status: number): void;
  send(text: string): Promise<void>;
  end(): Promise<void>;
}

let attempts: Attempt[];
let changes: LiveChange[];
let deliveries: boolean[];
let hasEnded: boolean;
let stream: LiveStream;

const settle = () => vi.advanceTimersByTimeAsync(0);
const latest = (): Attempt => {
  const attempt = attempts.at(-1);
  if (attempt === undefined) throw new Error('The stream was not opened');
  return attempt;
};

const connect = (signal: AbortSignal) => {
  const answered = Promise.withResolvers<ReadableStream<Uint8Array<ArrayBuffer>>>();
  const body = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = body.writable.getWriter();
  writer.closed.catch(() => undefined);
  signal.addEventListener('abort', () => answered.reject(new Error('aborted')));
  attempts.push({
    signal,
    answer: () => answered.resolve(body.readable),
    refuse: (status) =>
      answered.reject(new ApiError({ status, code: 'UNEXPECTED', message: 'No.', raw: `${status}: No.` })),
    async send(text) {
      void writer.write(new TextEncoder().encode(text)).catch(() => undefined);
      await settle();
    },
    async end() {
      void writer.close().catch(() => undefined);
      await settle();
    },
  });
  return answered.promise;
};

/** Opens the stream that works. */
const openReady = async () => {
  latest().answer();
  await latest().send(ready);
};

beforeEach(() => {
  vi.useFakeTimers();
  attempts = [];
  changes = [];
  deliveries = [];
  hasEnded = false;
  stream = new LiveStream({
    connect,
    onChange: (change) => void changes.push(change),
    onDelivery: (isDelivering) => {
      if (deliveries.at(-1) !== isDelivering) deliveries.push(isDelivering);
    },
    onEnd: () => {
      hasEnded = true;
    },
  });
});

afterEach(() => {
  stream.close();
  vi.useRealTimers();
});

it('stays with one stream as long as heartbeats arrive, and reports its changes', async () => {
  await openReady();
  for (let beat = 0; beat < 20; beat += 1) {
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    await latest().send(heartbeat);
  }
  await latest().send('event: change\ndata: {"topics":["catalogue"]}\n\n');
  expect(attempts).toHaveLength(1);
  expect(deliveries).toEqual([true]);
  expect(changes).toEqual([{ topics: ['catalogue'] }]);
});

it('reports a stream that falls silent after two and a half intervals, and opens another', async () => {
  await openReady();
  const first = latest();
  await vi.advanceTimersByTimeAsync(SILENT_AFTER_MS - 1);
  expect(deliveries).toEqual([true]);
  expect(SILENT_AFTER_MS).toBe(2.5 * HEARTBEAT_MS);
  await vi.advanceTimersByTimeAsync(1);
  expect(deliveries).toEqual([true, false]);
  expect(first.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts).toHaveLength(2);
  await openReady();
  expect(deliveries).toEqual([true, false, true]);
  expect(changes).toEqual([changeOfEveryTopic]);
});

it.each([
  ['no answer', () => undefined],
  ['an answer without an event', () => latest().answer()],
])('reports a stream that gives %s within ten seconds', async (_what, answer) => {
  answer();
  await vi.advanceTimersByTimeAsync(READY_WITHIN_MS - 1);
  expect(deliveries).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(deliveries).toEqual([false]);
  await vi.advanceTimersByTimeAsync(longestReconnectMs);
  expect(attempts.length).toBeGreaterThan(1);
});

it('reconnects less and less often while every stream hangs', async () => {
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  // Each attempt waits for ten seconds, and the longest delay is thirty.
  expect(attempts.length).toBeGreaterThan(10);
  expect(attempts.length).toBeLessThan(30);
  expect(deliveries).toEqual([false]);
});

it('only reconnects when a working stream ends, and reports one that then cannot be opened', async () => {
  await openReady();
  await latest().end();
  expect(deliveries).toEqual([true]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts).toHaveLength(2);
  latest().refuse(503);
  await settle();
  expect(deliveries).toEqual([true, false]);
});

it('gives up a silent stream as soon as it is checked, though its timer stood still', async () => {
  await openReady();
  vi.setSystemTime(Date.now() + SILENT_AFTER_MS);
  stream.check();
  expect(deliveries).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts).toHaveLength(2);
});

it('keeps a stream that is checked in time', async () => {
  await openReady();
  await vi.advanceTimersByTimeAsync(SILENT_AFTER_MS - 1);
  stream.check();
  expect(latest().signal.aborted).toBe(false);
});

it('ends when a newer page replaces it or its session is over, and opens no other', async () => {
  await openReady();
  await latest().send('event: replaced\ndata: {}\n\n');
  expect(hasEnded).toBe(true);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(attempts).toHaveLength(1);
});

it('reports nothing after it is closed', async () => {
  await openReady();
  stream.close();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(attempts).toHaveLength(1);
  expect(deliveries).toEqual([true]);
  expect(hasEnded).toBe(false);
});
