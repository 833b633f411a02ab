import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UnknownEvent } from './registry.ts';
import {
  command,
  counted,
  startTestServer,
  type TestEvent,
  type TestServer,
  testRegistry,
} from './test-store.fixture.ts';
import { type EventStore, VersionConflict } from './types.ts';

let server: TestServer;
let store: EventStore<TestEvent>;
beforeAll(async () => {
  server = await startTestServer();
  store = server.createStore(testRegistry);
});
afterAll(() => server?.close());

describe('appending and reading a stream', () => {
  test('returns appended events with revision, position and metadata', async () => {
    const stream = `counter-${randomUUID()}`;
    const first = await store.append(stream, 'no_stream', [counted(1), counted(2)], {
      ...command('c1'),
      causationId: 'cause',
      requestId: 'request',
    });
    const second = await store.append(stream, first.revision, [counted(3)], command('c2'));
    expect(first.revision).toBe(1n);
    expect(second.position > first.position).toBe(true);
    const { events, revision } = await store.readStream(stream);
    expect(revision).toBe(2n);
    expect(events.map(({ data }) => data)).toEqual([{ by: 1 }, { by: 2 }, { by: 3 }]);
    expect(events[1]).toMatchObject({
      stream,
      revision: 1n,
      position: first.position,
      metadata: {
        commandId: 'c1',
        actor: { kind: 'system', name: 'test' },
        causationId: 'cause',
        requestId: 'request',
      },
    });
    expect(Object.keys(events[2]?.metadata ?? {})).toEqual(['commandId', 'actor']);
    const rest = await store.readStream(stream, 2n);
    expect(rest.events.map(({ revision: at }) => at)).toEqual([2n]);
    expect(await store.readStream(stream, 3n)).toEqual({ events: [], revision: 2n });
  });

  test('returns revision null for a missing stream', async () => {
    expect(await store.readStream(`counter-${randomUUID()}`)).toEqual({ events: [], revision: null });
  });

  test('rejects an append at another revision, and answers a repeated append with its first result', async () => {
    const stream = `counter-${randomUUID()}`;
    const once = await store.append(stream, 'no_stream', [counted(1)], command('first'));
    await expect(store.append(stream, 'no_stream', [counted(1)], command('other'))).rejects.toThrow(
      VersionConflict,
    );
    await expect(store.append(stream, 5n, [counted(1)], command('other'))).rejects.toThrow(VersionConflict);
    expect(await store.append(stream, 'no_stream', [counted(1)], command('first'))).toEqual(once);
    expect((await store.readStream(stream)).revision).toBe(0n);
  });

  test('accepts one of fifty concurrent appends at the same revision', async () => {
    const stream = `counter-${randomUUID()}`;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => store.append(stream, 'no_stream', [counted(1)], command())),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(VersionConflict);
    }
  });

  test('stores personal data encrypted, and returns `forgotten` once its key is destroyed', async () => {
    const memberId = randomUUID();
    const noted: TestEvent = { type: 'Noted', data: { memberId, personal: { note: 'left knee' } } };
    await expect(store.append(`member-${memberId}`, 'no_stream', [noted], command())).rejects.toThrow(
      /no key/,
    );
    await server.keys.create(memberId);
    await store.append(`member-${memberId}`, 'no_stream', [noted, counted(1)], command());
    const raw = server.createStore({ Counted: { version: 1 }, Noted: { version: 1 } });
    expect(JSON.stringify((await raw.readStream(`member-${memberId}`)).events[0]?.data)).not.toContain(
      'knee',
    );
    expect((await store.readStream(`member-${memberId}`)).events[0]?.data).toEqual(noted.data);
    await server.keys.destroy(memberId);
    expect((await store.readStream(`member-${memberId}`)).events.map(({ data }) => data)).toEqual([
      { memberId, personal: { forgotten: true } },
      { by: 1 },
    ]);
  });

  test('upcasts an older version with a later registry', async () => {
    const stream = `counter-${randomUUID()}`;
    await store.append(stream, 'no_stream', [counted(2)], command());
    const later = server.createStore({
      Counted: { version: 2, upcasters: { 1: (data) => ({ by: Number(data.by) * 10 }) } },
      Noted: { version: 1, personal: true },
    });
    await later.append(stream, 0n, [counted(5)], command());
    expect((await later.readStream(stream)).events.map(({ data }) => data)).toEqual([{ by: 20 }, { by: 5 }]);
    // The older registry rejects the newer version.
    await expect(store.readStream(stream)).rejects.toThrow(UnknownEvent);
  });
});
