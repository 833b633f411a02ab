import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTcpProxy } from '#tools/testing/outages/tcp-proxy.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { createEventStore } from './create-event-store.ts';

import {
  command,
  counted,
  startTestServer,
  type TestEvent,
  type TestServer,
  testRegistry,
} from './test-store.fixture.ts';
import { type EventStore, EventStoreUnavailable, type RecordedEvent } from './types.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const sealer = { seal: () => Promise.reject(new Error('no')), openAll: async () => [] };

async function connectThroughProxy({ discovers = false } = {}) {
  const proxy = await startTcpProxy(Number(new URL(server.connectionString).port));
  const address = new URL(server.connectionString);
  address.port = String(proxy.port);
  if (discovers) address.protocol = 'esdb+discover:';
  const { logger } = server;
  const store = createEventStore<TestEvent>({
    connectionString: address.href,
    registry: testRegistry,
    sealer,
    logger,
  });
  onTestFinished(async () => {
    proxy.thaw();
    await store.close();
    await proxy.close();
  });
  return { proxy, store };
}

/** Expects every acknowledged append once, and no attempted one twice. */
async function expectWrittenOnce(
  store: EventStore<TestEvent>,
  acknowledged: readonly string[],
  attempted: readonly string[],
) {
  const count = new Map<string, number>();
  for await (const batch of store.readAll(null)) {
    for (const { metadata } of batch) count.set(metadata.commandId, (count.get(metadata.commandId) ?? 0) + 1);
  }
  for (const id of acknowledged) expect(count.get(id)).toBe(1);
  for (const id of attempted) expect(count.get(id) ?? 0).toBeLessThanOrEqual(1);
}

test('writes each append once through a restart of the server', async () => {
  const store = server.createStore(testRegistry);
  const ids = Array.from({ length: 400 }, () => randomUUID());
  const half = Promise.withResolvers<void>();
  let done = 0;
  const appends = Promise.all(
    ids.map(async (id, index) => {
      if (index >= 200) await half.promise;
      // Repeated, because the restart may take longer than the 3 s for which the store retries an append.
      await waitFor(() =>
        store.append(`restart-${id}`, 'no_stream', [counted(index)], command(id)).then(() => true),
      );
      done += 1;
      if (done === 100) half.resolve();
    }),
  );
  await half.promise;
  await server.restart();
  await appends;
  await expectWrittenOnce(store, ids, ids);
});

test('throws EventStoreUnavailable within seconds while the server is down, and works again afterwards', async () => {
  const store = server.createStore(testRegistry);
  await store.append(`gone-${randomUUID()}`, 'no_stream', [counted()], command());
  await server.stopNode();
  const start = performance.now();
  const outcomes = await Promise.allSettled([
    store.append('gone', 'no_stream', [counted()], command()),
    store.readStream('gone'),
    store.readAll(null)[Symbol.asyncIterator]().next(),
  ]);
  expect(performance.now() - start).toBeLessThan(15_000);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(EventStoreUnavailable) });
  }
  await server.startNode();
  await store.append('gone', 'no_stream', [counted()], command());
  expect((await store.readStream('gone')).revision).toBe(0n);
});

test('loses no append and ends no process when the connection is cut repeatedly under load', async () => {
  const { proxy, store } = await connectThroughProxy();
  const acknowledged: string[] = [];
  const attempted: string[] = [];
  let cutting = true;
  const cutter = (async () => {
    for (let cut = 0; cut < 15; cut += 1) {
      const before = acknowledged.length;
      await waitFor(() => acknowledged.length > before + 20);
      proxy.cut();
    }
    cutting = false;
  })();
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (cutting) {
        const id = randomUUID();
        attempted.push(id);
        await store.append(`cut-${id}`, 'no_stream', [counted(1), counted(2)], command(id)).then(
          () => acknowledged.push(id),
          (error: unknown) => expect(error).toBeInstanceOf(EventStoreUnavailable),
        );
      }
    }),
  );
  await cutter;
  const count = new Map<string, number>();
  for await (const batch of store.readAll(null)) {
    for (const { metadata } of batch) count.set(metadata.commandId, (count.get(metadata.commandId) ?? 0) + 1);
  }
  expect(acknowledged.length).toBeGreaterThan(300);
  for (const id of acknowledged) expect(count.get(id)).toBe(2);
  for (const id of attempted) expect([undefined, 2]).toContain(count.get(id));
});

test('completes a thousand appends that were pending when a frozen connection was cut', async () => {
  const { proxy, store } = await connectThroughProxy();
  await store.append(`warm-${randomUUID()}`, 'no_stream', [counted()], command());
  proxy.freeze();
  const ids = Array.from({ length: 1_000 }, () => randomUUID());
  const appends = ids.map((id) =>
    store.append(`frozen-${id}`, 'no_stream', Array(20).fill(counted(1)), command(id)),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  proxy.cut();
  proxy.thaw();
  const outcomes = await Promise.allSettled(appends);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1_000);
});

test('delivers each event once to a subscription through restarts and cut connections', async () => {
  const { proxy, store } = await connectThroughProxy();
  const seen: RecordedEvent<TestEvent>[] = [];
  let start: bigint | null = null;
  for await (const batch of store.readAll(null)) start = batch.at(-1)?.position ?? start;
  const subscription = store.subscribe({
    name: 'steady',
    maxBatch: 50,
    position: async () => seen.at(-1)?.position ?? start,
    onBatch: async (events) => {
      seen.push(...events);
    },
  });
  const own = server.createStore(testRegistry);
  let appended = 0;
  const appendSome = async (batches: number, size: number) => {
    for (let batch = 0; batch < batches; batch += 1) {
      const events = Array.from({ length: size }, (_, index) => counted(appended + index));
      await own.append(`steady-${randomUUID()}`, 'no_stream', events, command());
      appended += size;
    }
  };
  for (let round = 0; round < 3; round += 1) {
    await appendSome(5, 3);
    proxy.cut();
    await appendSome(3, 700);
    await server.restart();
    await appendSome(5, 1);
  }
  await waitFor(() => seen.length >= appended);
  expect(seen.map((event) => (event.type === 'Counted' ? event.data.by : -1))).toEqual(
    Array.from({ length: appended }, (_, index) => index),
  );
  await subscription.stop();
});

test('replaces connections that were opened to a silent server', async () => {
  const { proxy, store } = await connectThroughProxy();
  await server.createStore(testRegistry).append('before', 'no_stream', [counted()], command());
  const seen: RecordedEvent<TestEvent>[] = [];
  // The server accepts connections and never answers on them.
  await proxy.startFault('half-open');
  const subscription = store.subscribe({
    name: 'opened in silence',
    position: async () => seen.at(-1)?.position ?? null,
    onBatch: async (events) => {
      seen.push(...events);
    },
  });
  onTestFinished(() => subscription.stop());
  const log = store.readAll(null)[Symbol.asyncIterator]();
  const first = log.next();
  const refused = await Promise.allSettled([
    store.append('silence', 'no_stream', [counted()], command()),
    store.readStream('silence'),
  ]);
  for (const outcome of refused) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(EventStoreUnavailable) });
  }
  await proxy.repair();
  const id = randomUUID();
  await waitFor(() => store.append(`heard-${id}`, 'no_stream', [counted()], command(id)).then(() => true));
  expect((await store.readStream(`heard-${id}`)).revision).toBe(0n);
  expect((await first).done).toBe(false);
  await log.return?.(undefined);
  await waitFor(() => seen.some(({ metadata }) => metadata.commandId === id));
});

test('continues reading the whole log after a cut', async () => {
  const { proxy, store } = await connectThroughProxy();
  const whole: bigint[] = [];
  for await (const batch of store.readAll(null)) whole.push(...batch.map(({ position }) => position));
  const read: bigint[] = [];
  let cuts = 3;
  for await (const batch of store.readAll(null, 100)) {
    read.push(...batch.map(({ position }) => position));
    cuts -= 1;
    if (cuts >= 0) proxy.cut();
  }
  expect(read).toEqual(whole);
});

test('rejects a read in time when no leader is found', async () => {
  const { proxy, store } = await connectThroughProxy({ discovers: true });
  await proxy.startFault('half-open');
  const began = performance.now();
  await expect(store.readStream('leaderless')).rejects.toThrow(EventStoreUnavailable);
  expect(performance.now() - began).toBeLessThan(8_000);
  await proxy.repair();
  const written = () =>
    store.append('leaderless', 'no_stream', [counted()], command('found')).then(() => true);
  await waitFor(written);
  await waitFor(async () => (await store.readStream('leaderless')).revision === 0n);
});
