import { once } from 'node:events';
import http2 from 'node:http2';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createReadRequest } from '#infra/event-store/contract/raw-messages.fixture.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { frameMessage } from './raw-http2.fixture.ts';
import { type EventStoreNode, startEventStoreNode } from './start-node.ts';

let database: TestDatabase;
let node: EventStoreNode;
const clients: EventStoreDBClient[] = [];

beforeAll(async () => {
  database = await freshDatabase({ empty: true });
  node = await startEventStoreNode({ databaseUrl: database.url, port: 0 });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.dispose()));
  await node?.stop();
  await database?.drop();
});

function connect(): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(node.connectionString);
  clients.push(client);
  return client;
}

function createNoted(note: string, padding = ''): ReturnType<typeof jsonEvent> {
  return jsonEvent({ type: 'noted', data: { note, padding } });
}

async function readNodeMemory(): Promise<number> {
  const page = await (await fetch(`http://127.0.0.1:${node.port}/stats`)).json();
  return z.object({ proc: z.object({ mem: z.number() }) }).parse(page).proc.mem;
}

/** Subscribes to all, and collects the events of some streams as they arrive; other tests write to others. */
function collectAll(
  client: EventStoreDBClient,
  prefix: string,
): {
  seen: string[];
  positions: bigint[];
  stop(): Promise<void>;
} {
  const seen: string[] = [];
  const positions: bigint[] = [];
  const subscription = client.subscribeToAll({ fromPosition: 'start' });
  subscription.on('data', ({ event }) => {
    if (!event?.streamId.startsWith(prefix)) return;
    seen.push(`${event.streamId}@${event.revision}`);
    positions.push(event.position?.commit ?? 0n);
  });
  return { seen, positions, stop: () => subscription.unsubscribe() };
}

it('delivers the events of concurrent writers to every subscriber in the same order, without gaps', async () => {
  const watchers = Array.from({ length: 3 }, () => collectAll(connect(), 'writer-'));
  const perWriter = 60;
  await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const client = connect();
      for (let n = 0; n < perWriter; n++) await client.appendToStream(`writer-${i}`, createNoted(String(n)));
    }),
  );
  await waitFor(() => watchers.every((each) => each.seen.length === 12 * perWriter));
  const [first, ...others] = watchers;
  for (const other of others) expect(other.seen).toEqual(first?.seen);
  const positions = first?.positions ?? [];
  expect(positions.every((position, i) => i === 0 || position > (positions[i - 1] ?? 0n))).toBe(true);
  for (let i = 0; i < 12; i++) {
    const own = first?.seen.filter((each) => each.startsWith(`writer-${i}@`));
    expect(own).toEqual(Array.from({ length: perWriter }, (_, n) => `writer-${i}@${n}`));
  }
  await Promise.all(watchers.map((each) => each.stop()));
});

it('ends the subscription of a client that reads nothing, without delaying others and in bounded memory', async () => {
  const quick = collectAll(connect(), 'much');
  const writer = connect();
  const slow = connect().subscribeToAll({ fromPosition: 'end' });
  await once(slow, 'confirmation');
  slow.pause();
  const ended = once(slow, 'end').catch((error: unknown) => [error]);
  const padding = 'x'.repeat(2_000);
  const before = await readNodeMemory();
  let written = 0;
  for (let i = 0; i < 60; i++) {
    await writer.appendToStream(
      'much',
      Array.from({ length: 100 }, () => createNoted('n', padding)),
    );
    written += 100;
    await waitFor(() => quick.seen.length === written);
  }
  // 12 MB of events were delivered; the unread subscription holds a small part of them.
  expect((await readNodeMemory()) - before).toBeLessThan(400 * 1024 * 1024);
  slow.resume();
  expect((await ended)[0]).toMatchObject({ type: 'timeout' });
  await quick.stop();
});

it('ends the subscription of a client that reads nothing when few events are large', async () => {
  const writer = connect();
  // Not db-client, which reads on while it is paused.
  const session = http2.connect(`http://127.0.0.1:${node.port}`);
  const slow = session.request({
    ':method': 'POST',
    ':path': '/event_store.client.streams.Streams/Read',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  const request = createReadRequest({ stream: 'large', from: 'end', subscription: true });
  slow.end(frameMessage(request.serializeBinary()));
  await once(slow, 'response');
  const [events, padding] = [60, 'x'.repeat(1_000_000)];
  for (let i = 0; i < events; i++) await writer.appendToStream('large', createNoted('n', padding));
  // It reads what was sent and the end that followed it.
  let received = 0;
  slow.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  const [trailers] = await once(slow, 'trailers');
  expect(trailers).toMatchObject({ 'grpc-status': '10' });
  expect(received).toBeLessThan((events * padding.length) / 2);
  session.close();
});

it('delivers all events to a paused reader when it resumes, and does not delay writers meanwhile', async () => {
  const writer = connect();
  const padding = 'x'.repeat(2_000);
  const count = 6_000;
  for (let written = 0; written < count; written += 200) {
    const events = Array.from({ length: 200 }, () => createNoted('n', padding));
    await writer.appendToStream('before', events);
  }
  const reader = connect().readAll();
  reader.pause();
  for (let i = 0; i < 20; i++) await writer.appendToStream('meanwhile', createNoted('n'));
  let found = 0;
  for await (const { event } of reader) if (event?.streamId === 'before') found++;
  expect(found).toBe(count);
});
