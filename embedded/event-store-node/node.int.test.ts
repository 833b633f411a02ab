import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type EventStoreNode, startEventStoreNode } from './start-node.ts';

const cleanups: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function createDatabase(): Promise<TestDatabase> {
  const database = await freshDatabase({ empty: true });
  cleanups.push(() => database.drop());
  return database;
}

async function start(
  databaseUrl: string,
  more: { credential?: string; port?: number } = {},
): Promise<EventStoreNode> {
  const node = await startEventStoreNode({ databaseUrl, port: 0, ...more });
  cleanups.push(() => node.stop());
  return node;
}

function connect(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  cleanups.push(() => client.dispose());
  return client;
}

const createHappened = (note: string | number, id?: string) =>
  jsonEvent({ type: 'happened', data: { note }, ...(id !== undefined && { id }) });

async function readNotes(client: EventStoreDBClient, stream: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { event } of client.readStream(stream)) {
    found.push(typeof event?.data === 'object' && 'note' in event.data ? event.data.note : undefined);
  }
  return found;
}

/** Appends numbered events one after the other until one fails; `count` returns how many were acknowledged. */
function appendUntilFailure(
  client: EventStoreDBClient,
  stream: string,
): { count: () => number; ended: Promise<void> } {
  let acknowledged = 0;
  const ended = (async () => {
    for (;;) {
      const expectedRevision = acknowledged === 0 ? 'no_stream' : BigInt(acknowledged - 1);
      await client.appendToStream(stream, createHappened(acknowledged), { expectedRevision });
      acknowledged++;
    }
  })().catch(() => {});
  return { count: () => acknowledged, ended };
}

describe('a node with a credential', () => {
  it('rejects every client that does not send exactly this credential', async () => {
    const node = await start((await createDatabase()).url, { credential: 'right-One_1' });
    expect(node.connectionString).toContain('connectionName=right-One_1');
    await connect(node.connectionString).appendToStream('one', createHappened(1));
    await connect(node.connectionString.replace('esdb:', 'esdb+discover:')).appendToStream(
      'one',
      createHappened(2),
    );
    for (const wrong of ['', '&connectionName=right-One_2', '&connectionName=right-One_1x']) {
      const client = connect(`esdb://127.0.0.1:${node.port}?tls=false${wrong}`);
      const denied = { type: 'access-denied' };
      await expect(client.appendToStream('one', createHappened(3))).rejects.toMatchObject(denied);
      await expect(readNotes(client, 'one')).rejects.toMatchObject(denied);
      await expect(client.deleteStream('one')).rejects.toMatchObject(denied);
      const subscription = client.subscribeToAll();
      const [error] = await once(subscription, 'error').catch((thrown: unknown) => [thrown]);
      expect(error).toMatchObject(denied);
    }
    expect(await readNotes(connect(node.connectionString), 'one')).toEqual([1, 2]);
  });
});

describe('a second node', () => {
  it('refuses to start on the same database, and leaves the first node running', async () => {
    const { url } = await createDatabase();
    const first = await start(url);
    await expect(startEventStoreNode({ databaseUrl: url, port: 0 })).rejects.toMatchObject({
      name: 'DatabaseInUseError',
      message: expect.stringContaining('one database serves one node'),
    });
    const client = connect(first.connectionString);
    await client.appendToStream('one', createHappened(1));
    await first.stop();
    expect(await first.onExit).toBeUndefined();
    const second = await start(url);
    expect(await readNotes(connect(second.connectionString), 'one')).toEqual([1]);
  });

  it('refuses to start on a port in use', async () => {
    const first = await start((await createDatabase()).url);
    const { url } = await createDatabase();
    await expect(startEventStoreNode({ databaseUrl: url, port: first.port })).rejects.toThrow('EADDRINUSE');
  });
});

describe('a restart', () => {
  it('preserves events, positions, metadata and deletions, and recognises repeated appends', async () => {
    const { url } = await createDatabase();
    const before = await start(url);
    const client = connect(before.connectionString);
    const repeated = createHappened('repeated');
    const result = await client.appendToStream('kept', [createHappened(0), repeated], {
      expectedRevision: 'no_stream',
    });
    await client.setStreamMetadata('kept', { maxCount: 1 });
    await client.appendToStream('soft', createHappened(0));
    await client.deleteStream('soft');
    await client.tombstoneStream('closed');
    await before.stop();

    const after = await start(url, { port: before.port });
    const again = connect(after.connectionString);
    expect(await readNotes(again, 'kept')).toEqual(['repeated']);
    for (const expectedRevision of [0n, 'any'] as const) {
      const { position } = await again.appendToStream('kept', repeated, { expectedRevision });
      expect(position).toEqual(result.position);
    }
    await expect(readNotes(again, 'soft')).rejects.toMatchObject({ type: 'stream-not-found' });
    await expect(again.appendToStream('closed', createHappened(1))).rejects.toMatchObject({
      type: 'stream-deleted',
    });
    await expect(
      again.appendToStream('soft', createHappened(1), { expectedRevision: 0n }),
    ).resolves.toMatchObject({
      nextExpectedRevision: 1n,
    });
    const next = await again.appendToStream('kept', createHappened(2), { expectedRevision: 1n });
    expect(next.position?.commit).toBeGreaterThan(result.position?.commit ?? 0n);
  });

  it('completes accepted appends and ends subscriptions with an error on a graceful stop', async () => {
    const { url } = await createDatabase();
    const node = await start(url);
    const client = connect(node.connectionString);
    await client.appendToStream('one', createHappened(0));
    const subscription = client.subscribeToStream('one');
    await once(subscription, 'data');
    const ended = once(subscription, 'end').catch((error: unknown) => [error]);
    const work = appendUntilFailure(client, 'two');
    await waitFor(() => work.count() > 20);
    await node.stop();
    await work.ended;
    expect((await ended)[0]).toMatchObject({ type: expect.stringMatching(/unavailable|unknown|cancelled/) });
    const after = await start(url);
    const stored = await readNotes(connect(after.connectionString), 'two');
    expect(stored.length).toBeGreaterThanOrEqual(work.count());
  });
});

describe('an append', () => {
  const credentials = { username: 'admin', password: 'changeit' };
  const megabytes = (count: number): Uint8Array => Buffer.alloc(count * 1024 * 1024, 0x20);

  it.each([
    // A slow machine needs more than the client's ten seconds for so much.
    ['Append', { credentials, deadline: 60_000 }],
    ['BatchAppend', { deadline: 60_000 }],
  ])(
    'of an event over 16 MB with its metadata is refused by %s, and a smaller one can be read',
    async (_, mode) => {
      const client = connect((await start((await createDatabase()).url)).connectionString);
      const withMetadata = (metadata: Uint8Array) =>
        binaryEvent({ type: 'happened', data: Buffer.from('x'), metadata });
      const large = client.appendToStream('one', withMetadata(megabytes(16)), mode);
      await expect(large).rejects.toMatchObject({
        type: 'maximum-append-size-exceeded',
        maxAppendSize: 16_777_216,
      });
      await client.appendToStream('one', withMetadata(megabytes(15)), mode);
      const stored: number[] = [];
      for await (const { event } of client.readStream('one')) {
        if (event?.metadata instanceof Uint8Array) stored.push(event.metadata.length);
      }
      expect(stored).toEqual([15 * 1024 * 1024]);
    },
  );

  it('has the time of the clock again after a clock that was far ahead', async () => {
    const db = await createDatabase();
    const ahead = await start(db.url);
    await connect(ahead.connectionString).appendToStream('one', createHappened(0));
    await ahead.stop();
    const dayMicros = 86_400_000_000;
    await db.pool.query('update event_store.events set created_micros = created_micros + $1', [dayMicros]);
    const client = connect((await start(db.url)).connectionString);
    await client.appendToStream('one', createHappened(1));
    const created: Date[] = [];
    for await (const { event } of client.readStream('one')) if (event) created.push(event.created);
    const [first, second] = created;
    expect(first?.getTime()).toBeGreaterThan(Date.now() + 80_000_000);
    expect(second?.getTime()).toBeLessThanOrEqual(Date.now());
  });
});

describe('kill -9', () => {
  async function startProcess(databaseUrl: string): Promise<{ process: ChildProcess; url: string }> {
    const program = join(import.meta.dirname, 'run-node.fixture.ts');
    const child = spawn(process.execPath, [program, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
    cleanups.push(() => child.kill('SIGKILL'));
    const [url] = await once(createInterface(child.stdout), 'line');
    return { process: child, url: String(url) };
  }

  it('during appends loses no acknowledged event and leaves no gap', async () => {
    const { url } = await createDatabase();
    const acknowledged = new Map<string, number>();
    for (let round = 0; round < 3; round++) {
      const running = await startProcess(url);
      const client = EventStoreDBClient.connectionString(running.url);
      const streams = Array.from({ length: 8 }, (_, i) => `stream-${round}-${i}`);
      const work = streams.map((stream) => appendUntilFailure(client, stream));
      await waitFor(() => work.every((each) => each.count() > 10));
      running.process.kill('SIGKILL');
      await Promise.all(work.map((each) => each.ended));
      streams.forEach((stream, i) => {
        acknowledged.set(stream, work[i]?.count() ?? 0);
      });
      await client.dispose();
    }
    const node = await start(url);
    const client = connect(node.connectionString);
    for (const [stream, count] of acknowledged) {
      const stored = await readNotes(client, stream);
      expect(stored.length).toBeGreaterThanOrEqual(count);
      expect(stored).toEqual(stored.map((_, i) => i));
    }
  });
});

describe('an outage of Postgres', () => {
  // Affects only this database, because other tests share the server.
  const terminateWriter = (db: TestDatabase) =>
    db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'event store writer' and datname = current_database()`,
    );

  it('that repeats under load loses and duplicates no acknowledged event', async () => {
    const db = await createDatabase();
    const node = await start(db.url);
    const client = connect(node.connectionString);
    const count = 60;
    const work = Array.from({ length: 6 }, async (_, i) => {
      for (let n = 0; n < count; n++) {
        const event = createHappened(n);
        const expectedRevision = n === 0 ? 'no_stream' : BigInt(n - 1);
        // Repeats the same append, which succeeds as a duplicate if the failed one was written.
        await waitFor(() => client.appendToStream(`stream-${i}`, event, { expectedRevision }));
      }
    });
    for (let outage = 0; outage < 3; outage++) {
      await waitFor(async () => (await terminateWriter(db)).rowCount);
      await client.appendToStream('between', createHappened(outage)).catch(() => {});
    }
    await Promise.all(work);
    for (let i = 0; i < 6; i++) {
      expect(await readNotes(client, `stream-${i}`)).toEqual(Array.from({ length: count }, (_, n) => n));
    }
  });

  it('makes appends fail as unavailable until it ends', async () => {
    const db = await createDatabase();
    const node = await start(db.url);
    const client = connect(node.connectionString);
    await client.appendToStream('one', createHappened(0));
    const name = new URL(db.url).pathname.slice(1);
    const { inject } = await import('vitest');
    const { default: pg } = await import('pg');
    const admin = new pg.Client(inject('postgresUrl'));
    await admin.connect();
    try {
      await admin.query(`alter database "${name}" with allow_connections false`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      await waitFor(async () => {
        const error = await client
          .appendToStream('one', createHappened(1))
          .catch((thrown: unknown) => thrown);
        return error instanceof Error && 'type' in error && error.type === 'unavailable';
      });
      await admin.query(`alter database "${name}" with allow_connections true`);
    } finally {
      await admin.end();
    }
    await waitFor(() => client.appendToStream('one', createHappened(2)));
    expect(await readNotes(client, 'one')).toContain(2);
  });
});
