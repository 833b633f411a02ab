import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type EventStoreNode, startEventStoreNode } from './start-node.ts';

const cleanups: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function database(): Promise<TestDatabase> {
  const made = await freshDatabase({ empty: true });
  cleanups.push(() => made.drop());
  return made;
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

const happened = (note: string | number, id?: string) =>
  jsonEvent({ type: 'happened', data: { note }, ...(id !== undefined && { id }) });

async function notes(client: EventStoreDBClient, stream: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { event } of client.readStream(stream)) {
    found.push(typeof event?.data === 'object' && 'note' in event.data ? event.data.note : undefined);
  }
  return found;
}

/** Appends one numbered event after another until it fails; answers how many were acknowledged. */
function appendUntilItFails(
  client: EventStoreDBClient,
  stream: string,
): { count: () => number; over: Promise<void> } {
  let acknowledged = 0;
  const over = (async () => {
    for (;;) {
      const expectedRevision = acknowledged === 0 ? 'no_stream' : BigInt(acknowledged - 1);
      await client.appendToStream(stream, happened(acknowledged), { expectedRevision });
      acknowledged++;
    }
  })().catch(() => {});
  return { count: () => acknowledged, over };
}

describe('a credential', () => {
  it('is demanded of every client, right to the letter', async () => {
    const node = await start((await database()).url, { credential: 'right-One_1' });
    expect(node.connectionString).toContain('connectionName=right-One_1');
    await connect(node.connectionString).appendToStream('one', happened(1));
    await connect(node.connectionString.replace('esdb:', 'esdb+discover:')).appendToStream(
      'one',
      happened(2),
    );
    for (const wrong of ['', '&connectionName=right-One_2', '&connectionName=right-One_1x']) {
      const client = connect(`esdb://127.0.0.1:${node.port}?tls=false${wrong}`);
      const denied = { type: 'access-denied' };
      await expect(client.appendToStream('one', happened(3))).rejects.toMatchObject(denied);
      await expect(notes(client, 'one')).rejects.toMatchObject(denied);
      await expect(client.deleteStream('one')).rejects.toMatchObject(denied);
      const subscription = client.subscribeToAll();
      const [error] = await once(subscription, 'error').catch((thrown: unknown) => [thrown]);
      expect(error).toMatchObject(denied);
    }
    expect(await notes(connect(node.connectionString), 'one')).toEqual([1, 2]);
  });
});

describe('one node a database', () => {
  it('a second one refuses to start, and leaves the first alone', async () => {
    const { url } = await database();
    const first = await start(url);
    await expect(startEventStoreNode({ databaseUrl: url, port: 0 })).rejects.toMatchObject({
      name: 'DatabaseInUseError',
      message: expect.stringContaining('one database serves one node'),
    });
    const client = connect(first.connectionString);
    await client.appendToStream('one', happened(1));
    await first.stop();
    expect(await first.onExit).toBeUndefined();
    const second = await start(url);
    expect(await notes(connect(second.connectionString), 'one')).toEqual([1]);
  });

  it('refuses a port that is taken', async () => {
    const first = await start((await database()).url);
    const { url } = await database();
    await expect(startEventStoreNode({ databaseUrl: url, port: first.port })).rejects.toThrow('EADDRINUSE');
  });
});

describe('after a restart', () => {
  it('everything is as it was: events, positions, metadata, deletions, repeated appends', async () => {
    const { url } = await database();
    const before = await start(url);
    const client = connect(before.connectionString);
    const repeated = happened('repeated');
    const result = await client.appendToStream('kept', [happened(0), repeated], {
      expectedRevision: 'no_stream',
    });
    await client.setStreamMetadata('kept', { maxCount: 1 });
    await client.appendToStream('soft', happened(0));
    await client.deleteStream('soft');
    await client.tombstoneStream('closed');
    await before.stop();

    const after = await start(url, { port: before.port });
    const again = connect(after.connectionString);
    expect(await notes(again, 'kept')).toEqual(['repeated']);
    for (const expectedRevision of [0n, 'any'] as const) {
      const { position } = await again.appendToStream('kept', repeated, { expectedRevision });
      expect(position).toEqual(result.position);
    }
    await expect(notes(again, 'soft')).rejects.toMatchObject({ type: 'stream-not-found' });
    await expect(again.appendToStream('closed', happened(1))).rejects.toMatchObject({
      type: 'stream-deleted',
    });
    await expect(again.appendToStream('soft', happened(1), { expectedRevision: 0n })).resolves.toMatchObject({
      nextExpectedRevision: 1n,
    });
    const next = await again.appendToStream('kept', happened(2), { expectedRevision: 1n });
    expect(next.position?.commit).toBeGreaterThan(result.position?.commit ?? 0n);
  });

  it('a graceful stop answers what was asked, and ends subscriptions with an error', async () => {
    const { url } = await database();
    const node = await start(url);
    const client = connect(node.connectionString);
    await client.appendToStream('one', happened(0));
    const subscription = client.subscribeToStream('one');
    await once(subscription, 'data');
    const ended = once(subscription, 'end').catch((error: unknown) => [error]);
    const work = appendUntilItFails(client, 'two');
    await waitFor(() => work.count() > 20);
    await node.stop();
    await work.over;
    expect((await ended)[0]).toMatchObject({ type: expect.stringMatching(/unavailable|unknown|cancelled/) });
    const after = await start(url);
    const stored = await notes(connect(after.connectionString), 'two');
    expect(stored.length).toBeGreaterThanOrEqual(work.count());
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

  it('during appends loses no acknowledged event and leaves no hole', async () => {
    const { url } = await database();
    const acknowledged = new Map<string, number>();
    for (let round = 0; round < 3; round++) {
      const running = await startProcess(url);
      const client = EventStoreDBClient.connectionString(running.url);
      const streams = Array.from({ length: 8 }, (_, i) => `stream-${round}-${i}`);
      const work = streams.map((stream) => appendUntilItFails(client, stream));
      await waitFor(() => work.every((each) => each.count() > 10));
      running.process.kill('SIGKILL');
      await Promise.all(work.map((each) => each.over));
      streams.forEach((stream, i) => {
        acknowledged.set(stream, work[i]?.count() ?? 0);
      });
      await client.dispose();
    }
    const node = await start(url);
    const client = connect(node.connectionString);
    for (const [stream, count] of acknowledged) {
      const stored = await notes(client, stream);
      expect(stored.length).toBeGreaterThanOrEqual(count);
      expect(stored).toEqual(stored.map((_, i) => i));
    }
  });
});

describe('Postgres going away', () => {
  // Only in this database: other tests share the server.
  const cutWriter = (db: TestDatabase) =>
    db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'event store writer' and datname = current_database()`,
    );

  it('again and again under load: what was acknowledged is there, once, and the node goes on', async () => {
    const db = await database();
    const node = await start(db.url);
    const client = connect(node.connectionString);
    const count = 60;
    const work = Array.from({ length: 6 }, async (_, i) => {
      for (let n = 0; n < count; n++) {
        const event = happened(n);
        const expectedRevision = n === 0 ? 'no_stream' : BigInt(n - 1);
        // The same append again: if it had been written after all, it is answered as it was.
        await waitFor(() => client.appendToStream(`stream-${i}`, event, { expectedRevision }), {
          timeout: 20_000,
        });
      }
    });
    for (let cut = 0; cut < 3; cut++) {
      await waitFor(async () => (await cutWriter(db)).rowCount);
      await client.appendToStream('between', happened(cut)).catch(() => {});
    }
    await Promise.all(work);
    for (let i = 0; i < 6; i++) {
      expect(await notes(client, `stream-${i}`)).toEqual(Array.from({ length: count }, (_, n) => n));
    }
  });

  it('while it can not be reached, appends fail as unavailable', async () => {
    const db = await database();
    const node = await start(db.url);
    const client = connect(node.connectionString);
    await client.appendToStream('one', happened(0));
    const name = new URL(db.url).pathname.slice(1);
    const { inject } = await import('vitest');
    const { default: pg } = await import('pg');
    const admin = new pg.Client(inject('postgresUrl'));
    await admin.connect();
    try {
      await admin.query(`alter database "${name}" with allow_connections false`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      await waitFor(async () => {
        const error = await client.appendToStream('one', happened(1)).catch((thrown: unknown) => thrown);
        return error instanceof Error && 'type' in error && error.type === 'unavailable';
      });
      await admin.query(`alter database "${name}" with allow_connections true`);
    } finally {
      await admin.end();
    }
    await waitFor(() => client.appendToStream('one', happened(2)), { timeout: 15_000 });
    expect(await notes(client, 'one')).toContain(2);
  });
});
