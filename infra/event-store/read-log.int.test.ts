import { binaryEvent, EventStoreDBClient, START } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { contractServer } from './contract/contract-server.fixture.ts';
import { events } from './contract/helpers.fixture.ts';
import { comparable, writeStrange } from './events-as-told.fixture.ts';
import { Inflow } from './inflow.ts';
import type { LogEntry } from './log-entry.ts';
import { readLog } from './read-log.ts';

const server = contractServer();

/** The log from a position on as db-client tells it, with what an entry keeps of each event. */
async function byClient(position: bigint | null): Promise<LogEntry[]> {
  const fromPosition = position === null ? START : { commit: position, prepare: position };
  const entries: LogEntry[] = [];
  for await (const { event } of server.client.readAll({ fromPosition })) {
    if (event !== undefined) entries.push(comparable(event));
  }
  return entries;
}

async function byBytes(
  position: bigint | null,
  batch = 1_000,
  client: EventStoreDBClient = server.client,
): Promise<LogEntry[]> {
  const read = await readLog(client, position);
  const inflow = new Inflow<LogEntry>(read.source, batch);
  const entries: LogEntry[] = [];
  for (let taken = await inflow.take(batch); taken !== undefined; taken = await inflow.take(batch)) {
    entries.push(...taken);
  }
  return entries.map(comparable);
}

test('an unused log is read as db-client reads it', async () => {
  expect(await byBytes(null)).toEqual(await byClient(null));
});

test('whatever is in the log comes as db-client tells it, from every position', async () => {
  const { client } = server;
  // Other files may have written thousands of events to the same server.
  const before = (await byClient(null)).length;
  const [deleted, dead, strange] = [server.stream('deleted'), server.stream('dead'), server.stream('ünï 🎾')];
  await client.appendToStream(deleted, events(3));
  await client.deleteStream(deleted);
  await client.appendToStream(dead, events(2));
  await client.tombstoneStream(dead);
  await writeStrange(client, strange);
  await client.setStreamMetadata(strange, { maxCount: 1 });
  await client.appendToStream(server.stream('links'), [
    binaryEvent({ type: '$>', data: Buffer.from(`0@${strange}`) }),
  ]);
  const told = await byClient(null);
  expect(told.length).toBeGreaterThan(before + 14);
  expect(await byBytes(null)).toEqual(told);
  expect(await byBytes(null, 1)).toEqual(told);
  for (const [index, { position }] of told.entries()) {
    if (index >= 30 && index < before - 1) continue;
    expect(await byBytes(position.commit)).toEqual(told.slice(index));
  }
});

test('thousands of events in one append come whole and in order', async () => {
  const stream = server.stream('many');
  await server.client.appendToStream(stream, events(3_000));
  const told = await byClient(null);
  expect(told.filter(({ streamId }) => streamId === stream)).toHaveLength(3_000);
  expect(await byBytes(null)).toEqual(told);
});

test('the leader is found as db-client finds it, and a client is let go after a read', async () => {
  const client = EventStoreDBClient.connectionString(
    `esdb+discover://${server.host}:${server.port}?tls=false&nodePreference=leader`,
  );
  const told = await byClient(null);
  expect(await byBytes(null, 1_000, client)).toEqual(told);
  const left = await readLog(client, null);
  left.source.on('error', () => {});
  left.cancel();
  await client.dispose();
});
