import { once } from 'node:events';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
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
  await node.stop();
  await database.drop();
});

function connect(): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(node.connectionString);
  clients.push(client);
  return client;
}

function noted(note: string, padding = ''): ReturnType<typeof jsonEvent> {
  return jsonEvent({ type: 'noted', data: { note, padding } });
}

/** What a subscription delivers, as it comes. */
function collect(client: EventStoreDBClient): { seen: string[]; positions: bigint[]; stop(): Promise<void> } {
  const seen: string[] = [];
  const positions: bigint[] = [];
  const subscription = client.subscribeToAll({ fromPosition: 'start' });
  subscription.on('data', ({ event }) => {
    if (event?.type !== 'noted') return;
    seen.push(`${event.streamId}@${event.revision}`);
    positions.push(event.position?.commit ?? 0n);
  });
  return { seen, positions, stop: () => subscription.unsubscribe() };
}

it('several clients at once: one order, the same for everybody, without gaps', async () => {
  const watchers = [collect(connect()), collect(connect()), collect(connect())];
  const perWriter = 60;
  await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const client = connect();
      for (let n = 0; n < perWriter; n++) await client.appendToStream(`writer-${i}`, noted(String(n)));
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

it('a subscriber that takes nothing is ended, holds up nobody and costs no memory', async () => {
  const quick = collect(connect());
  const writer = connect();
  const slow = connect().subscribeToAll({ fromPosition: 'end' });
  await once(slow, 'confirmation');
  slow.pause();
  const ended = once(slow, 'end').catch((error: unknown) => [error]);
  const padding = 'x'.repeat(2_000);
  const before = process.memoryUsage().rss;
  let written = 0;
  for (let i = 0; i < 60; i++) {
    await writer.appendToStream(
      'much',
      Array.from({ length: 100 }, () => noted('n', padding)),
    );
    written += 100;
    await waitFor(() => quick.seen.filter((each) => each.startsWith('much@')).length === written);
  }
  // 12 MB of events went by; the one that is not read holds a small part of them.
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  slow.resume();
  expect((await ended)[0]).toMatchObject({ type: 'timeout' });
  await quick.stop();
});

it('a reader that takes nothing holds up nobody, and gets everything when it goes on', async () => {
  const reader = connect().readAll();
  reader.pause();
  const writer = connect();
  for (let i = 0; i < 20; i++) await writer.appendToStream('meanwhile', noted('n'));
  let count = 0;
  for await (const { event } of reader) if (event?.streamId === 'much') count++;
  expect(count).toBe(6_000);
});
