import { binaryEvent, EventStoreDBClient, START } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { contractServer } from './contract/contract-server.fixture.ts';
import { events } from './contract/helpers.fixture.ts';
import { EventBuffer } from './event-buffer.ts';
import type { LogEntry } from './log-entry.ts';
import { readLog } from './read-log.ts';
import { appendUnusualEvents, toComparableEntry } from './unusual-events.fixture.ts';

const server = contractServer();

/** Reads the log from a position with db-client. */
async function readWithClient(position: bigint | null): Promise<LogEntry[]> {
  const fromPosition = position === null ? START : { commit: position, prepare: position };
  const entries: LogEntry[] = [];
  for await (const { event } of server.client.readAll({ fromPosition })) {
    if (event !== undefined) entries.push(toComparableEntry(event));
  }
  return entries;
}

async function readWithOwnReader(
  position: bigint | null,
  batch = 1_000,
  client: EventStoreDBClient = server.client,
): Promise<LogEntry[]> {
  const read = await readLog(client, position);
  const buffer = new EventBuffer<LogEntry>(read.source, batch);
  const entries: LogEntry[] = [];
  for (let taken = await buffer.take(batch); taken !== undefined; taken = await buffer.take(batch)) {
    entries.push(...taken);
  }
  return entries.map(toComparableEntry);
}

test('reads an unused log as db-client does', async () => {
  expect(await readWithOwnReader(null)).toEqual(await readWithClient(null));
});

test('reads unusual events as db-client does, from every position', async () => {
  const { client } = server;
  // Other files may have written thousands of events to the same server.
  const before = (await readWithClient(null)).length;
  const [deleted, tombstoned, unusual] = [
    server.stream('deleted'),
    server.stream('tombstoned'),
    server.stream('ünï 🎾'),
  ];
  await client.appendToStream(deleted, events(3));
  await client.deleteStream(deleted);
  await client.appendToStream(tombstoned, events(2));
  await client.tombstoneStream(tombstoned);
  await appendUnusualEvents(client, unusual);
  await client.setStreamMetadata(unusual, { maxCount: 1 });
  await client.appendToStream(server.stream('links'), [
    binaryEvent({ type: '$>', data: Buffer.from(`0@${unusual}`) }),
  ]);
  const expected = await readWithClient(null);
  expect(expected.length).toBeGreaterThan(before + 14);
  expect(await readWithOwnReader(null)).toEqual(expected);
  expect(await readWithOwnReader(null, 1)).toEqual(expected);
  for (const [index, { position }] of expected.entries()) {
    if (index >= 30 && index < before - 1) continue;
    expect(await readWithOwnReader(position.commit)).toEqual(expected.slice(index));
  }
});

test('reads thousands of events of one append, all and in order', async () => {
  const stream = server.stream('many');
  await server.client.appendToStream(stream, events(3_000));
  const expected = await readWithClient(null);
  expect(expected.filter(({ streamId }) => streamId === stream)).toHaveLength(3_000);
  expect(await readWithOwnReader(null)).toEqual(expected);
});

test('discovers the leader as db-client does, and lets a client be disposed after a cancelled read', async () => {
  const client = EventStoreDBClient.connectionString(
    `esdb+discover://${server.host}:${server.port}?tls=false&nodePreference=leader`,
  );
  const expected = await readWithClient(null);
  expect(await readWithOwnReader(null, 1_000, client)).toEqual(expected);
  const cancelled = await readLog(client, null);
  cancelled.source.on('error', () => {});
  cancelled.cancel();
  await client.dispose();
});
