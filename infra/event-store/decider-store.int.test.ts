import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createDeciderStore } from './decider-store.ts';
import {
  type Counter,
  command,
  counted,
  counter,
  startTestServer,
  type TestEvent,
  type TestServer,
  testRegistry,
} from './test-store.fixture.ts';
import { type DeciderStore, type EventStore, EventStoreUnavailable, VersionConflict } from './types.ts';

let server: TestServer;
let store: EventStore<TestEvent>;
beforeAll(async () => {
  server = await startTestServer();
  store = server.createStore(testRegistry);
});
afterAll(() => server?.close());

/** Wraps a store and counts its reads and appends. */
function countCalls(inner: EventStore<TestEvent>) {
  const calls = { reads: 0, appends: 0 };
  const eventStore: EventStore<TestEvent> = {
    ...inner,
    readStream(stream, from) {
      calls.reads += 1;
      return inner.readStream(stream, from);
    },
    append(...args) {
      calls.appends += 1;
      return inner.append(...args);
    },
  };
  return { calls, eventStore };
}

class Full extends Error {}
const upTo = (limit: number) => (state: Counter) => {
  if (state.total >= limit) throw new Full();
  return [counted()];
};
const one = upTo(1_000);

let id: string;
beforeEach(() => {
  id = randomUUID();
});

test('handles a hundred concurrent commands for one stream with one read and no conflict', async () => {
  const { calls, eventStore } = countCalls(store);
  const deciders = createDeciderStore(eventStore);
  const handled = await Promise.all(
    Array.from({ length: 100 }, () => deciders.handle(counter, id, command(), one)),
  );
  expect(calls).toEqual({ reads: 1, appends: 100 });
  expect(handled.map(({ state }) => state.total)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 1),
  );
  expect(handled[99]).toMatchObject({ revision: 99n, events: [counted()] });
  const { events } = await store.readStream(counter.stream(id));
  expect(handled.map(({ position }) => position)).toEqual(events.map(({ position }) => position));
});

test('accepts seven of five hundred concurrent commands for seven places, and shares reads among the refused', async () => {
  const { calls, eventStore } = countCalls(store);
  const deciders = createDeciderStore(eventStore);
  await deciders.load(counter, id);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 500 }, () => deciders.handle(counter, id, command(), upTo(7))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Full);
  }
  expect(calls.appends).toBe(7);
  expect(calls.reads).toBeLessThanOrEqual(3);
});

describe('two stores on one server', () => {
  let here: DeciderStore<TestEvent>;
  let there: DeciderStore<TestEvent>;
  beforeEach(async () => {
    here = createDeciderStore(store);
    there = createDeciderStore(server.createStore(testRegistry));
    await here.handle(counter, id, command(), one);
    await there.load(counter, id);
  });

  test('never refuse on a stale cached state', async () => {
    await here.handle(counter, id, command(), () => [counted(9)]);
    const refill = (state: Counter) => {
      if (state.total !== 1) throw new Full();
      return [counted()];
    };
    await expect(there.handle(counter, id, command(), refill)).rejects.toThrow(Full);
    await there.handle(counter, id, command(), () => [counted(-10)]);
    // `here` still caches 10, where its rule would refuse; the stream's total is 0.
    expect((await here.handle(counter, id, command(), upTo(5))).state.total).toBe(1);
  });

  test('never return an empty decision on a stale cached state', async () => {
    await here.handle(counter, id, command(), () => [counted(9)]);
    const top = (state: Counter) => (state.total === 10 ? [counted(90)] : []);
    expect((await there.handle(counter, id, command(), top)).state.total).toBe(100);
    expect(await here.handle(counter, id, command(), () => [])).toMatchObject({
      state: { total: 100 },
      events: [],
    });
  });

  test('load events that the other appended', async () => {
    await here.handle(counter, id, command(), () => [counted(9)]);
    expect(await there.load(counter, id)).toMatchObject({ state: { total: 10 }, revision: 1n });
  });

  test('agree while both append concurrently', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 === 0 ? here : there).handle(counter, id, command(), upTo(40)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Full);
        }),
      ),
    );
    expect((await here.load(counter, id)).state.total).toBe(40);
    expect((await there.load(counter, id)).state.total).toBe(40);
    expect((await store.readStream(counter.stream(id))).revision).toBe(39n);
  });
});

test('refuses on a stream that does not exist', async () => {
  const deciders = createDeciderStore(store);
  await expect(deciders.handle(counter, id, command(), upTo(0))).rejects.toThrow(Full);
  expect(await deciders.load(counter, id)).toEqual({ state: { total: 0 }, revision: null, position: null });
});

test('a cache that is too small only costs additional reads', async () => {
  const deciders = createDeciderStore(store, { cacheSize: 1 });
  for (let round = 0; round < 3; round += 1) {
    await deciders.handle(counter, `${id}a`, command(), one);
    await deciders.handle(counter, `${id}b`, command(), one);
  }
  expect((await deciders.load(counter, `${id}a`)).state.total).toBe(3);
});

test('returns the earlier result when a command with an unanswered append is retried', async () => {
  const { eventStore } = countCalls(store);
  let lose = true;
  const losing: EventStore<TestEvent> = {
    ...eventStore,
    async append(...args) {
      const appended = await store.append(...args);
      if (!lose) return appended;
      lose = false;
      throw new EventStoreUnavailable(new Error('the answer was lost'));
    },
  };
  const deciders = createDeciderStore(losing);
  const context = command();
  await expect(deciders.handle(counter, id, context, one)).rejects.toThrow(EventStoreUnavailable);
  const again = await deciders.handle(counter, id, context, one);
  expect(again).toMatchObject({ state: { total: 1 }, revision: 0n, events: [counted()] });
  // The next step of the same command is another decision, and counts.
  expect((await deciders.handle(counter, id, context, one)).state.total).toBe(2);
});

test('throws a conflict after 50 attempts when another writer always appends first', async () => {
  const { calls, eventStore } = countCalls(store);
  const racing: EventStore<TestEvent> = {
    ...eventStore,
    async append(stream, expected, events, context) {
      await store.append(stream, expected, [counted(0)], command());
      return eventStore.append(stream, expected, events, context);
    },
  };
  const deciders = createDeciderStore(racing);
  await expect(deciders.handle(counter, id, command(), one)).rejects.toThrow(VersionConflict);
  expect(calls.appends).toBe(50);
});

test('reads the stream again after an outage', async () => {
  const deciders = createDeciderStore(store);
  await deciders.handle(counter, id, command(), one);
  await server.stopNode();
  onTestFinished(() => server.startNode().catch(() => {}));
  await expect(deciders.handle(counter, id, command(), one)).rejects.toThrow(EventStoreUnavailable);
  await server.startNode();
  const { revision } = await store.readStream(counter.stream(id));
  const handled = await deciders.handle(counter, id, command(), one);
  expect(handled.revision).toBe((revision ?? -1n) + 1n);
});
