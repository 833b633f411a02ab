import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { UnknownEvent } from './registry.ts';
import {
  command,
  counted,
  startTestServer,
  type TestEvent,
  type TestServer,
  testRegistry,
} from './test-store.fixture.ts';
import type { EventStore, RecordedEvent } from './types.ts';

let server: TestServer;
let store: EventStore<TestEvent>;
beforeAll(async () => {
  server = await startTestServer();
  store = server.createStore(testRegistry);
  for (let stream = 0; stream < 5; stream += 1) await appendNumbers(500);
});
afterAll(() => server?.close());

const numbers = (events: readonly RecordedEvent<TestEvent>[]) =>
  events.map((event) => (event.type === 'Counted' ? event.data.by : -1));
const upTo = (end: number) => Array.from({ length: end }, (_, index) => index);

/** How many events the log contains: they are numbered from 0 in its order, whichever tests have run before. */
let total = 0;
async function appendNumbers(count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => counted(total + index));
  await store.append(`counter-${randomUUID()}`, 'no_stream', events, command());
  total += count;
}

/** A subscriber with its position in memory, as a projection has its checkpoint in a table. */
function follow(options: { maxBatch?: number; from?: bigint | null; onBatch?: () => Promise<void> } = {}) {
  const seen: RecordedEvent<TestEvent>[] = [];
  const sizes: number[] = [];
  let caughtUp = 0;
  let positionReads = 0;
  const subscription = store.subscribe({
    name: 'test',
    ...(options.maxBatch === undefined ? {} : { maxBatch: options.maxBatch }),
    position: async () => {
      positionReads += 1;
      return seen.at(-1)?.position ?? options.from ?? null;
    },
    onBatch: async (events) => {
      await options.onBatch?.();
      seen.push(...events);
      sizes.push(events.length);
    },
    onCaughtUp: () => {
      caughtUp = seen.length;
    },
  });
  return { seen, sizes, subscription, caughtUpAt: () => caughtUp, positionReads: () => positionReads };
}

describe('reading the whole log', () => {
  test('returns all events in order, in batches, without system events', async () => {
    const events: RecordedEvent<TestEvent>[] = [];
    for await (const batch of store.readAll(null, 400)) {
      expect(batch.length).toBeLessThanOrEqual(400);
      events.push(...batch);
    }
    expect(numbers(events)).toEqual(upTo(total));
    const positions = events.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((one, other) => (one < other ? -1 : 1)));
    const rest: RecordedEvent<TestEvent>[] = [];
    for await (const batch of store.readAll(positions[2_399] ?? null)) rest.push(...batch);
    expect(numbers(rest)).toEqual(upTo(total).slice(2_400));
    for await (const batch of store.readAll(positions.at(-1) ?? null)) expect(batch).toEqual([]);
  });

  test('can be stopped early, many times', async () => {
    for (let round = 0; round < 20; round += 1) {
      for await (const batch of store.readAll(null, 50)) {
        expect(batch.length).toBeGreaterThan(0);
        break;
      }
    }
  });

  test('throws on an unknown event type', async () => {
    const narrow = server.createStore<{ type: 'Noted'; data: object }>({ Noted: { version: 1 } });
    const reading = async () => {
      for await (const batch of narrow.readAll(null)) expect(batch).toEqual([]);
    };
    await expect(reading()).rejects.toThrow(UnknownEvent);
  });
});

describe('a subscription', () => {
  test('catches up in large batches, reports it, and continues live', async () => {
    const follower = follow({ maxBatch: 1_000 });
    await waitFor(() => follower.caughtUpAt() === total);
    expect(Math.max(...follower.sizes)).toBeLessThanOrEqual(1_000);
    await appendNumbers(1);
    await waitFor(() => follower.seen.length === total);
    expect(numbers(follower.seen)).toEqual(upTo(total));
    await follower.subscription.stop();
  });

  test('delivers every event to a slow handler without delaying appends', async () => {
    const slow = follow({
      maxBatch: 100,
      onBatch: () => new Promise((resolve) => setImmediate(resolve)),
    });
    for (let batch = 0; batch < 6; batch += 1) await appendNumbers(500);
    await waitFor(() => slow.seen.length >= total);
    expect(numbers(slow.seen)).toEqual(upTo(total));
    await slow.subscription.stop();
  });

  test('delivers the same events again to a failing handler, from its position', async () => {
    let failures = 3;
    const follower = follow({
      maxBatch: 700,
      onBatch: async () => {
        failures -= 1;
        if (failures >= 0) throw new Error('not today');
      },
    });
    await waitFor(() => follower.caughtUpAt() > 0);
    expect(numbers(follower.seen)).toEqual(upTo(follower.seen.length));
    expect(follower.positionReads()).toBe(4);
    expect(server.log.filter((line) => line.includes('not today'))).toHaveLength(3);
    await follower.subscription.stop();
  });

  test('waits for the current batch when stopped, and begins no other', async () => {
    const held = Promise.withResolvers<void>();
    let begun = 0;
    const follower = follow({
      maxBatch: 10,
      onBatch: async () => {
        begun += 1;
        await held.promise;
      },
    });
    await waitFor(() => begun === 1);
    let stopped = false;
    const stopping = follower.subscription.stop().then(() => {
      stopped = true;
    });
    await appendNumbers(1);
    expect(stopped).toBe(false);
    held.resolve();
    await stopping;
    expect(begun).toBe(1);
    expect(follower.sizes).toHaveLength(1);
  });
});
