import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createAppendOptions,
  createBatchChunk,
  createProposedMessage,
  createReadRequest,
  createStreamIdentifier,
  createStringUuid,
} from '#infra/event-store/contract/raw-messages.fixture.ts';
import { parseServerAddress, readFeatures } from '#infra/event-store/contract/server-address.fixture.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import {
  CONNECTION_START,
  createDataFrames,
  createGoAwayFrame,
  createHeadersFrame,
  createResetFrame,
  frameMessage,
  openSocket,
} from './raw-http2.fixture.ts';
import { type EventStoreNode, startEventStoreNode } from './start-node.ts';

const CALLS = 10_000;
const CALLS_PER_CONNECTION = 25;
const CONCURRENT_CONNECTIONS = 8;
const CREDENTIAL = 'right-One_1';
const LARGE = 'x'.repeat(600_000);

let database: TestDatabase;
let node: EventStoreNode;
let client: EventStoreDBClient;
beforeAll(async () => {
  database = await freshDatabase({ empty: true });
  node = await startEventStoreNode({ databaseUrl: database.url, port: 0, credential: CREDENTIAL });
  client = EventStoreDBClient.connectionString(node.connectionString);
});
afterAll(async () => {
  await client?.dispose();
  await node?.stop();
  await database?.drop();
});

type Random = () => number;

/** Mulberry32: numbers from 0 to 1 that a seed determines. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to choose from');
  return value;
}

const anyStream = (random: Random): string => `broken-${Math.floor(random() * 50)}`;

function createDeleteRequest(random: Random): Uint8Array {
  // Tombstone has the same fields.
  const options = new streams.DeleteReq.Options();
  options.setStreamIdentifier(createStreamIdentifier(`deleted-${Math.floor(random() * 50)}`));
  options.setRevision(String(Math.floor(random() * 3)));
  const request = new streams.DeleteReq();
  request.setOptions(options);
  return request.serializeBinary();
}

const PACKAGE = '/event_store.client.';
const NO_MESSAGE = new Uint8Array(0);

/** A valid request of every method that the node serves. */
const METHODS: Readonly<Record<string, (random: Random) => Uint8Array[]>> = {
  [`${PACKAGE}streams.Streams/Read`]: (random) => [
    createReadRequest(
      pick(random, [
        { stream: anyStream(random), count: '5' },
        { stream: anyStream(random), subscription: true },
        { count: '20', backwards: true, from: 'end' },
        { count: '20' },
        { subscription: true },
        { subscription: true, from: 'end' },
      ]),
    ).serializeBinary(),
  ],
  [`${PACKAGE}streams.Streams/Append`]: (random) => [
    createAppendOptions(anyStream(random), 'any').serializeBinary(),
    createProposedMessage(random() < 0.02 ? { data: LARGE } : {}).serializeBinary(),
    createProposedMessage().serializeBinary(),
  ],
  [`${PACKAGE}streams.Streams/BatchAppend`]: (random) => {
    const id = createStringUuid(randomUUID());
    const stream = anyStream(random);
    return [
      createBatchChunk({ id, stream, expected: 'any', events: [{}], isFinal: false }).serializeBinary(),
      createBatchChunk({ id, events: [random() < 0.02 ? { data: LARGE } : {}] }).serializeBinary(),
    ];
  },
  [`${PACKAGE}streams.Streams/Delete`]: (random) => [createDeleteRequest(random)],
  [`${PACKAGE}streams.Streams/Tombstone`]: (random) => [createDeleteRequest(random)],
  [`${PACKAGE}gossip.Gossip/Read`]: () => [NO_MESSAGE],
  [`${PACKAGE}server_features.ServerFeatures/GetSupportedMethods`]: () => [NO_MESSAGE],
};
const UNSERVED = [`${PACKAGE}streams.Streams/Nonsense`, '/nothing.Like/This', ''];

/** The frames of one call that is broken in one way. */
function createBrokenCall(random: Random, streamId: number): Buffer {
  const served = random() < 0.9;
  const path = served ? pick(random, Object.keys(METHODS)) : pick(random, UNSERVED);
  const messages = METHODS[path]?.(random) ?? [NO_MESSAGE];
  const request = Buffer.concat(messages.map(frameMessage));
  const cutAt = Math.floor(random() * (request.length + 1));
  const headers: Record<string, string> = random() < 0.75 ? { 'connection-name': CREDENTIAL } : {};
  if (random() < 0.1) headers['grpc-timeout'] = pick(random, ['1n', '100u', '1m', '5m']);
  if (random() < 0.05) headers['content-type'] = 'text/plain';
  if (random() < 0.02) headers[':method'] = 'GET';
  const start = createHeadersFrame(streamId, path, headers);
  const reset = createResetFrame(streamId, pick(random, [0, 1, 2, 5, 7, 8]));
  const send = (bytes: Buffer, end = false): Buffer => createDataFrames(streamId, bytes, { end });
  const breaks: readonly (() => Buffer[])[] = [
    () => [start, reset],
    () => [start, send(request.subarray(0, cutAt)), reset],
    () => [start, send(request, true), reset],
    () => [start, send(request.subarray(0, cutAt), true)],
    // Never ends.
    () => [start, send(request.subarray(0, cutAt))],
    () => [start, send(corrupt(random, request), true)],
    () => [start, send(Buffer.concat([request, request]), true)],
  ];
  return Buffer.concat(pick(random, breaks)());
}

function corrupt(random: Random, bytes: Buffer): Buffer {
  const corrupted = Buffer.from(bytes);
  for (let i = 0; i < 3; i++) corrupted[Math.floor(random() * corrupted.length)] = Math.floor(random() * 256);
  return corrupted;
}

/** Opens a connection, sends broken calls in pieces, and breaks the connection off at a random byte. */
async function breakConnection(random: Random): Promise<void> {
  const { socket, closed } = openSocket(node.port);
  socket.write(CONNECTION_START);
  // Enough of the flow-control window is open when the server has sent its settings.
  await Promise.race([once(socket, 'data').catch(() => {}), closed]);
  if (random() < 0.8) socket.resume();
  const calls = Array.from({ length: CALLS_PER_CONNECTION }, (_, i) => createBrokenCall(random, 2 * i + 1));
  for (const call of calls) {
    socket.write(call);
    // Otherwise several calls arrive together.
    if (random() < 0.3) await new Promise((resolve) => setImmediate(resolve));
  }
  breakOff(random, socket);
  await closed;
}

function breakOff(random: Random, socket: Socket): void {
  const last = createBrokenCall(random, 2 * CALLS_PER_CONNECTION + 1);
  const part = last.subarray(0, Math.floor(random() * last.length));
  const breaks: readonly (() => void)[] = [
    () => socket.end(part, () => socket.destroy()),
    () => socket.write(part, () => socket.resetAndDestroy()),
    () => {
      socket.write(part);
      socket.destroy();
    },
    () => socket.end(createGoAwayFrame(0, pick(random, [0, 1, 2, 11])), () => socket.destroy()),
    () => socket.write(createGoAwayFrame(0, 0), () => socket.destroySoon()),
    () => socket.end('no frame at all', () => socket.destroy()),
    // Frames and headers that are wrong themselves.
    () => socket.resume().end(corrupt(random, last)),
  ];
  pick(random, breaks)();
}

const statsPage = z.object({
  es: z.object({
    connections: z.number(),
    sessions: z.number(),
    calls: z.number(),
    listeners: z.number(),
  }),
});
async function readStats(): Promise<z.infer<typeof statsPage>['es']> {
  const response = await fetch(`http://127.0.0.1:${node.port}/stats`, { headers: { connection: 'close' } });
  return statsPage.parse(await response.json()).es;
}

it('has a request for every method that the node serves', async () => {
  const address = parseServerAddress(node.connectionString);
  const features = await readFeatures({ host: '127.0.0.1', port: node.port }, address);
  const served = features
    .getMethodsList()
    .map((method) => `/${method.getServiceName()}/${method.getMethodName()}`);
  expect(
    Object.keys(METHODS)
      .map((path) => path.toLowerCase())
      .sort(),
  ).toEqual(served.sort());
});

it('survives ten thousand broken calls, loses nothing acknowledged and holds nothing of them', async () => {
  const seed = Date.now() % 1_000_000;
  const random = createRandom(seed);
  const seen: bigint[] = [];
  const subscription = client.subscribeToStream('healthy');
  subscription.on('data', ({ event }) => {
    if (event) seen.push(event.revision);
  });
  let acknowledged = 0;
  let isDone = false;
  const append = async (): Promise<void> => {
    const expectedRevision = acknowledged === 0 ? 'no_stream' : BigInt(acknowledged - 1);
    const event = jsonEvent({ type: 'happened', data: { number: acknowledged } });
    await client.appendToStream('healthy', event, { expectedRevision });
    acknowledged += 1;
  };
  await append();
  await waitFor(() => seen.length === 1);
  const before = await readStats();

  const healthy = (async () => {
    while (!isDone) await append();
  })();
  let left = CALLS / CALLS_PER_CONNECTION;
  const attackers = Array.from({ length: CONCURRENT_CONNECTIONS }, async () => {
    while (left-- > 0) await breakConnection(random);
  });
  const ended = node.onExit.then((reason) => {
    throw new Error(`The node ended (seed ${seed}): ${String(reason)}`);
  });
  await Promise.race([Promise.all(attackers), ended]);
  isDone = true;
  await Promise.race([healthy, ended]);

  await append();
  const stored: bigint[] = [];
  for await (const { event } of client.readStream('healthy')) if (event) stored.push(event.revision);
  expect(stored).toEqual(Array.from({ length: acknowledged }, (_, i) => BigInt(i)));
  await waitFor(() => seen.length === acknowledged);
  expect(seen).toEqual(stored);
  await waitFor(async () => {
    expect(await readStats()).toEqual(before);
    return true;
  });
  await subscription.unsubscribe();
});
