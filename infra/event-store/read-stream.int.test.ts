import { once } from 'node:events';
import { createServer } from 'node:net';
import { binaryEvent, StreamDeletedError } from '@eventstore/db-client';
import { expect, onTestFinished, test } from 'vitest';
import { createConnection } from './connection.ts';
import { contractServer } from './contract/contract-server.fixture.ts';
import { events } from './contract/helpers.fixture.ts';
import type { LogEntry } from './log-entry.ts';
import { readStoredStream } from './read-stream.ts';
import { EventStoreUnavailable } from './types.ts';
import { appendUnusualEvents, toComparableEntry } from './unusual-events.fixture.ts';

const server = contractServer();

async function readStream(
  stream: string,
  fromRevision = 0n,
  url = server.url,
  maxCount?: number,
): Promise<LogEntry[] | null> {
  const connection = createConnection(url);
  try {
    return (
      (await readStoredStream(connection, stream, fromRevision, maxCount))?.map(toComparableEntry) ?? null
    );
  } finally {
    await connection.close();
  }
}

const revisionsOf = (entries: readonly LogEntry[] | null) => entries?.map(({ revision }) => revision);

test('reads unusual events from every revision, at most so many, and none from past the end', async () => {
  const stream = server.stream('ünï 🎾');
  await appendUnusualEvents(server.client, stream);
  const all = await readStream(stream);
  expect(all).toMatchObject([
    {
      streamId: stream,
      type: 'Größe',
      isJson: true,
      data: { text: '“naïve” 🎾 \u0000', deep: [{ n: 1.5 }, null] },
      metadata: undefined,
    },
    { type: 'with-metadata', data: [], metadata: { v: 1, actor: { kind: 'system' } } },
    { type: 'text', data: 'only a text' },
    { type: 'bytes', isJson: false, data: { bytes: '00ff80' }, metadata: { bytes: '01fe' } },
    { type: 'no bytes', isJson: false, data: { bytes: '' }, metadata: undefined },
    { type: 'big', data: { text: 'é'.repeat(300_000) } },
  ]);
  for (let from = 0n; from < 8n; from += 1n) {
    expect(await readStream(stream, from)).toEqual(all?.slice(Number(from)));
    expect(await readStream(stream, from, server.url, 2)).toEqual(all?.slice(Number(from), Number(from) + 2));
  }
});

test('reads the rest of a truncated stream, and links without resolving them', async () => {
  const [truncated, links] = [server.stream('truncated'), server.stream('links')];
  await server.client.appendToStream(truncated, events(5));
  await server.client.setStreamMetadata(truncated, { truncateBefore: 2 });
  const data = Buffer.from(`3@${truncated}`);
  await server.client.appendToStream(links, [binaryEvent({ type: '$>', data })]);
  expect(revisionsOf(await readStream(truncated))).toEqual([2n, 3n, 4n]);
  expect(await readStream(links)).toMatchObject([
    { streamId: links, type: '$>', data: { bytes: data.toString('hex') } },
  ]);
});

test('reads thousands of events, all and in order', async () => {
  const stream = server.stream('many');
  await server.client.appendToStream(stream, events(3_000));
  const expected = Array.from({ length: 3_000 }, (_, revision) => BigInt(revision));
  expect(revisionsOf(await readStream(stream))).toEqual(expected);
});

test('returns null for a missing or deleted stream, and throws for a tombstoned one', async () => {
  const [deleted, tombstoned] = [server.stream('deleted'), server.stream('tombstoned')];
  await server.client.appendToStream(deleted, events(3));
  await server.client.deleteStream(deleted);
  await server.client.appendToStream(tombstoned, events(2));
  await server.client.tombstoneStream(tombstoned);
  expect(await readStream(server.stream('never'))).toBeNull();
  expect(await readStream(server.stream('never'), 3n)).toBeNull();
  expect(await readStream(deleted)).toBeNull();
  await expect(readStream(tombstoned)).rejects.toThrow(StreamDeletedError);
  // An append after the deletion continues the revisions.
  await server.client.appendToStream(deleted, events(1));
  expect(revisionsOf(await readStream(deleted))).toEqual([3n]);
});

test('throws when the server accepts the connection and never answers', async () => {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  onTestFinished(() => {
    silent.close();
  });
  const started = performance.now();
  const url = `esdb://127.0.0.1:${address.port}?tls=false`;
  await expect(readStream('any', 0n, url)).rejects.toThrow(EventStoreUnavailable);
  expect(performance.now() - started).toBeLessThan(10_000);
});
