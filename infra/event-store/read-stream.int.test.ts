import { binaryEvent, StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { createConnection } from './connection.ts';
import { contractServer } from './contract/contract-server.fixture.ts';
import { events } from './contract/helpers.fixture.ts';
import { comparable, writeStrange } from './events-as-told.fixture.ts';
import type { LogEntry } from './log-entry.ts';
import { readRecordedStream } from './read-stream.ts';

const server = contractServer();

/** A stream as db-client tells it, with what an entry keeps of each event; null when it says that there is none. */
async function byClient(stream: string, fromRevision: bigint): Promise<LogEntry[] | null> {
  const entries: LogEntry[] = [];
  try {
    for await (const { event } of server.client.readStream(stream, { fromRevision })) {
      if (event !== undefined) entries.push(comparable(event));
    }
    return entries;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return null;
    throw error;
  }
}

async function byBytes(stream: string, fromRevision: bigint): Promise<LogEntry[] | null> {
  const connection = createConnection(server.url);
  try {
    return (await readRecordedStream(connection, stream, fromRevision))?.map(comparable) ?? null;
  } finally {
    await connection.close();
  }
}

test('whatever is in a stream comes as db-client tells it, from every revision and past its end', async () => {
  const strange = server.stream('ünï 🎾');
  await writeStrange(server.client, strange);
  for (let from = 0n; from < 8n; from += 1n) {
    const told = await byClient(strange, from);
    expect(told).toHaveLength(Math.max(0, 6 - Number(from)));
    expect(await byBytes(strange, from)).toEqual(told);
  }
});

test('of a stream that was cut off what is left comes; links come as links', async () => {
  const [cut, links] = [server.stream('cut'), server.stream('links')];
  await server.client.appendToStream(cut, events(5));
  await server.client.setStreamMetadata(cut, { truncateBefore: 2 });
  await server.client.appendToStream(links, [binaryEvent({ type: '$>', data: Buffer.from(`3@${cut}`) })]);
  for (const stream of [cut, links]) expect(await byBytes(stream, 0n)).toEqual(await byClient(stream, 0n));
  expect((await byBytes(cut, 0n))?.map(({ revision }) => revision)).toEqual([2n, 3n, 4n]);
});

test('thousands of events come whole and in order', async () => {
  const stream = server.stream('many');
  await server.client.appendToStream(stream, events(3_000));
  const read = await byBytes(stream, 0n);
  expect(read).toHaveLength(3_000);
  expect(read).toEqual(await byClient(stream, 0n));
});

test('there is nothing where nothing was written or all was deleted; where a stream may not be written again it is an error', async () => {
  const [deleted, dead] = [server.stream('deleted'), server.stream('dead')];
  await server.client.appendToStream(deleted, events(3));
  await server.client.deleteStream(deleted);
  await server.client.appendToStream(dead, events(2));
  await server.client.tombstoneStream(dead);
  expect(await byBytes(server.stream('never'), 0n)).toBeNull();
  expect(await byClient(deleted, 0n)).toBeNull();
  expect(await byBytes(deleted, 0n)).toBeNull();
  await expect(byClient(dead, 0n)).rejects.toThrow(StreamDeletedError);
  await expect(byBytes(dead, 0n)).rejects.toThrow(StreamDeletedError);
  // Written again it counts on.
  await server.client.appendToStream(deleted, events(1));
  expect((await byBytes(deleted, 0n))?.map(({ revision }) => revision)).toEqual([3n]);
});
