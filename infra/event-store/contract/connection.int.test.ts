import type http2 from 'node:http2';
import { EventStoreDBClient, UnsupportedError } from '@eventstore/db-client';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import persistentGrpc from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type ServiceError, status } from '@grpc/grpc-js';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contractServer } from './contract-server.fixture.ts';
import { append, event, getRejection, readStream } from './helpers.fixture.ts';
import { parseUUID } from './parse-uuid.fixture.ts';
import { connectHttp2, getPlain } from './plain-http.fixture.ts';
import {
  createCallMetadata,
  createChannelCredentials,
  readFeatures,
  readGossip,
} from './server-address.fixture.ts';

const server = contractServer();
const clients: EventStoreDBClient[] = [];

afterAll(async () => {
  await Promise.all(clients.map((client) => client.dispose()));
});

function connect(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  clients.push(client);
  return client;
}

const address = () => `${server.host}:${server.port}`;

it('serves esdb:// and esdb+discover://', async () => {
  const discovering = server.url.replace(/^esdb:/, 'esdb+discover:');
  for (const url of [server.url, discovering]) {
    const stream = server.stream();
    const client = connect(url);
    await append(client, stream, [event()]);
    expect(await readStream(client, stream)).toHaveLength(1);
  }
});

it('lists one alive leader in its gossip, and no other member without a cluster', async () => {
  const members = await readGossip(server.address);
  const [member, ...more] = members.filter((one) => one.getState() === 8);
  expect(more).toEqual([]);
  if (!server.address.discover) expect(members).toHaveLength(1);
  expect(member?.getIsAlive()).toBe(true);
  expect(member?.getHttpEndPoint()?.getPort()).toBe(server.port);
  expect(member?.getInstanceId()?.hasStructured()).toBe(true);
  expect(parseUUID(member?.getInstanceId())).toMatch(/^[0-9a-f]{8}-/);
  const at = Number(member?.getTimeStamp()) / 10_000;
  // A single real server reports its start, which may be long ago.
  if (server.isEmbeddedNode) expect(at).toBeGreaterThan(Date.now() - 600_000);
  else expect(at).toBeGreaterThan(Date.UTC(2020));
  expect(at).toBeLessThan(Date.now() + 600_000);
});

it('lists its methods in lower case, including batch append', async () => {
  const features = await readFeatures(server, server.address);
  expect(features.getEventStoreServerVersion()).toMatch(/^\d+\.\d+\.\d+/);
  const streams = features
    .getMethodsList()
    .filter((method) => method.getServiceName() === 'event_store.client.streams.streams');
  expect(streams.map((method) => method.getMethodName()).sort()).toEqual([
    'append',
    'batchappend',
    'delete',
    'read',
    'tombstone',
  ]);
});

/** Sends an empty message to a method. Returns its error, or undefined when it succeeds. */
function call(path: string): Promise<ServiceError | undefined> {
  const client = new featuresGrpc.ServerFeaturesClient(address(), createChannelCredentials(server.address));
  return new Promise((resolve) => {
    const identity = (bytes: Buffer): Buffer => bytes;
    client.makeUnaryRequest(
      path,
      identity,
      identity,
      Buffer.alloc(0),
      createCallMetadata(server.address),
      { deadline: Date.now() + 5_000 },
      (error) => {
        client.close();
        resolve(error ?? undefined);
      },
    );
  });
}

const serviceShape = z.object({ service: z.record(z.string(), z.object({ path: z.string() })) });

/** The paths of all methods of a generated client; none of another value. */
function listPaths(definition: unknown): string[] {
  const service = typeof definition === 'function' && 'service' in definition ? definition.service : {};
  const { data } = serviceShape.safeParse({ service });
  return Object.values(data?.service ?? {}).map(({ path }) => path);
}

it('serves exactly the methods that it lists (embedded node)', async () => {
  // Others have methods that end the server.
  if (!server.isEmbeddedNode) return;
  const features = await readFeatures(server, server.address);
  const listed = features.getMethodsList().map((one) => `/${one.getServiceName()}/${one.getMethodName()}`);
  const served: string[] = [];
  const definitions = [streamsGrpc, gossipGrpc, featuresGrpc, persistentGrpc];
  for (const definition of definitions.flatMap((one): unknown[] => Object.values(one))) {
    for (const path of listPaths(definition)) {
      if ((await call(path))?.code !== status.UNIMPLEMENTED) served.push(path.toLowerCase());
    }
  }
  expect(served.sort()).toEqual(listed.sort());
});

describe('unsupported calls', () => {
  it('are UNIMPLEMENTED for an unknown method and an unknown service', async () => {
    const method = await call('/event_store.client.streams.Streams/Nonsense');
    expect(method).toMatchObject({ code: status.UNIMPLEMENTED, details: 'Method is unimplemented.' });
    expect(await call('/nothing.Like/This')).toMatchObject({ code: status.UNIMPLEMENTED });
  });

  it('include persistent subscriptions (embedded node)', async () => {
    if (!server.isEmbeddedNode) return;
    const error = await getRejection(server.client.getPersistentSubscriptionToAllInfo('nobody'));
    expect(error).toBeInstanceOf(UnsupportedError);
    const path = '/event_store.client.persistent_subscriptions.PersistentSubscriptions/Create';
    expect(await call(path)).toMatchObject({ code: status.UNIMPLEMENTED });
  });
});

describe('plain HTTP on the same port', () => {
  const get = (path: string) => getPlain(server, path);

  it('/health/live returns 204 without a body', async () => {
    const response = await get('/health/live');
    expect(response.status).toBe(204);
    expect(response.body).toBe('');
  });

  it.each(['/info', '/gossip', '/stats'])('%s returns 200 and JSON', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.contentType).toContain('application/json');
    expect(JSON.parse(response.body)).toBeTypeOf('object');
  });
});

describe('HTTP/2', () => {
  it('announces 100 concurrent calls and its flow-control limits', async () => {
    const session = connectHttp2(server);
    const settings = await new Promise<http2.Settings>((resolve, reject) => {
      session.on('remoteSettings', resolve);
      session.on('error', reject);
    });
    session.close();
    expect(settings.maxConcurrentStreams).toBe(100);
    expect(settings.initialWindowSize).toBe(786_432);
    expect(settings.maxFrameSize).toBe(16_384);
    expect(settings.maxHeaderListSize).toBe(32_768);
  });

  it('returns 415 for another content type', async () => {
    const session = connectHttp2(server);
    const request = session.request({
      ':method': 'POST',
      ':path': '/event_store.client.streams.Streams/Read',
      'content-type': 'text/plain',
    });
    request.end('x');
    const code = await new Promise((resolve) =>
      request.on('response', (headers) => resolve(headers[':status'])),
    );
    session.close();
    expect(code).toBe(415);
  });

  it('runs 100 of 150 subscriptions on one connection, and more when some end', async () => {
    const client = connect(server.url);
    const stream = server.stream();
    let confirmed = 0;
    const subscriptions = Array.from({ length: 150 }, () =>
      client
        .subscribeToStream(stream)
        .on('confirmation', () => confirmed++)
        // Node's HTTP/2 rejects some of the calls that replace a cancelled one in the same moment.
        .on('error', () => {}),
    );
    // Clients in one process share a connection, and each client's append call is one of the hundred.
    await expect.poll(() => confirmed).toBeGreaterThan(90);
    expect(confirmed).toBeLessThanOrEqual(100);
    await Promise.all(subscriptions.splice(0, 60).map((each) => each.unsubscribe()));
    await expect.poll(() => confirmed).toBeGreaterThan(100);
    await Promise.all(subscriptions.map((each) => each.unsubscribe()));
  });
});

it('returns an error that names a stream outside ASCII', async () => {
  // A real server answers such a call with HTTP 500.
  if (!server.isEmbeddedNode) return;
  const stream = `${server.stream()} ünïcode`;
  await server.client.tombstoneStream(stream);
  expect(await getRejection(server.client.tombstoneStream(stream))).toMatchObject({ type: 'stream-deleted' });
});
