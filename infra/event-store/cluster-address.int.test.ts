import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEventStoreNode } from '#embedded/event-store-node/start-node.ts';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { createLogger } from '../logging/logger.ts';
import {
  createCallMetadata,
  findServer,
  parseServerAddress,
  readGossip,
} from './contract/server-address.fixture.ts';
import { createEventStore } from './create-event-store.ts';
import { createLogEnd } from './log-end.ts';
import { openRawLog } from './raw-log.ts';
import { command, counted, type TestEvent, testRegistry } from './test-store.fixture.ts';
import { hasOpenssl, startTlsCluster, type TlsCluster } from './tls-cluster.fixture.ts';

const canRun = hasOpenssl();
if (!canRun) console.log('Skipped: cluster address with TLS (openssl is not installed)');

describe.skipIf(!canRun)('a cluster address with TLS, a user and several hosts, one of them down', () => {
  let database: TestDatabase;
  let node: Awaited<ReturnType<typeof startEventStoreNode>>;
  let cluster: TlsCluster;
  const basic = `Basic ${Buffer.from('admin:p@ss/word').toString('base64')}`;
  beforeAll(async () => {
    database = await freshDatabase({ empty: true });
    node = await startEventStoreNode({ databaseUrl: database.url, port: 0 });
    cluster = await startTlsCluster(node.port, 'admin:p%40ss%2Fword');
  });
  afterAll(async () => {
    await cluster?.stop();
    await node?.stop();
    await database?.drop();
  });

  it('serves appends, reads, the whole log and subscriptions at the leader, as that user', async () => {
    const store = createEventStore<TestEvent>({
      connectionString: cluster.url,
      registry: testRegistry,
      sealer: { seal: () => Promise.reject(new Error('Nothing is sealed here')), openAll: async () => [] },
      logger: createLogger({ level: 'silent', component: 'test' }),
    });
    const end = createLogEnd(cluster.url);
    // After the raw bytes of another test, which this store cannot decode.
    const from = await end.position();
    const stream = `counter-${randomUUID()}`;
    await store.append(stream, 'no_stream', [counted(1), counted(2)], command());
    expect((await store.readStream(stream)).revision).toBe(1n);
    let count = 0;
    for await (const batch of store.readAll(from)) count += batch.length;
    expect(count).toBe(2);
    const caughtUp = Promise.withResolvers<void>();
    const subscription = store.subscribe({
      name: 'test',
      position: async () => from,
      onBatch: async () => {},
      onCaughtUp: caughtUp.resolve,
    });
    await caughtUp.promise;
    await subscription.stop();
    await store.close();
    expect(await end.position()).not.toBeNull();
    await end.close();
    expect(cluster.authorizations.length).toBeGreaterThanOrEqual(5);
    expect(new Set(cluster.authorizations)).toEqual(new Set([basic]));
  });

  it('serves reading and appending raw bytes', async () => {
    const log = openRawLog(cluster.url);
    const appender = await log.appender();
    const event = { id: randomUUID(), type: 'Happened', isJson: true, metadata: Buffer.alloc(0) };
    await appender.append('moved-1', null, [{ ...event, data: Buffer.from('{ "a": 1.0 }') }]);
    appender.close();
    let found = '';
    for await (const batch of log.read(null)) {
      for (const { streamId, data } of batch) if (streamId === 'moved-1') found = data.toString('utf8');
    }
    expect(found).toBe('{ "a": 1.0 }');
    await log.close();
    expect(new Set(cluster.authorizations)).toEqual(new Set([basic]));
  });

  it('is parsed by the contract fixtures, which call servers without db-client', async () => {
    const address = parseServerAddress(cluster.url);
    expect(address).toMatchObject({ discover: true, user: { username: 'admin', password: 'p@ss/word' } });
    expect(address.hosts).toHaveLength(2);
    expect(createCallMetadata(address).get('authorization')).toEqual([basic]);
    expect(await readGossip(address)).toHaveLength(3);
    const leader = await findServer(address);
    expect(address.hosts).not.toContainEqual(leader);
    const plain = parseServerAddress('esdb://admin:changeit@127.0.0.1:2113?tls=false');
    expect(createCallMetadata(plain).get('authorization')).toEqual([]);
    expect(await findServer(plain)).toEqual({ host: '127.0.0.1', port: 2113 });
  });
});
