import { randomUUID } from 'node:crypto';
import {
  type AppendExpectedRevision,
  binaryEvent,
  jsonEvent,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { contractServer } from './contract-server.fixture.ts';
import { append, appendModes, event, events, getRejection, readStream } from './helpers.fixture.ts';

const server = contractServer();

type State = 'missing' | 'at 2' | 'soft-deleted at 2' | 'tombstoned' | 'metadata only';

async function streamIn(state: State): Promise<string> {
  const { client } = server;
  const stream = server.stream();
  if (state === 'metadata only') await client.setStreamMetadata(stream, { owner: 'nobody' });
  if (state === 'missing' || state === 'metadata only') return stream;
  await append(client, stream, events(3));
  if (state === 'soft-deleted at 2') await client.deleteStream(stream);
  if (state === 'tombstoned') await client.tombstoneStream(stream);
  return stream;
}

const CONFLICT = 'wrong version';
const DELETED = 'deleted';
const table: [AppendExpectedRevision, Record<State, number | string>][] = [
  ['any', { missing: 0, 'at 2': 3, 'soft-deleted at 2': 3, tombstoned: DELETED, 'metadata only': 0 }],
  [
    'no_stream',
    { missing: 0, 'at 2': CONFLICT, 'soft-deleted at 2': 3, tombstoned: DELETED, 'metadata only': 0 },
  ],
  [
    'stream_exists',
    { missing: CONFLICT, 'at 2': 3, 'soft-deleted at 2': DELETED, tombstoned: DELETED, 'metadata only': 0 },
  ],
  [
    2n,
    { missing: CONFLICT, 'at 2': 3, 'soft-deleted at 2': 3, tombstoned: DELETED, 'metadata only': CONFLICT },
  ],
  [
    1n,
    {
      missing: CONFLICT,
      'at 2': CONFLICT,
      'soft-deleted at 2': CONFLICT,
      tombstoned: DELETED,
      'metadata only': CONFLICT,
    },
  ],
  [
    7n,
    {
      missing: CONFLICT,
      'at 2': CONFLICT,
      'soft-deleted at 2': CONFLICT,
      tombstoned: DELETED,
      'metadata only': CONFLICT,
    },
  ],
];

describe.each(appendModes)('$mode', (mode) => {
  describe.each(table)('expecting %s', (expected, outcomes) => {
    it.each(Object.entries(outcomes))('a stream that is %s: %s', async (state, outcome) => {
      const stream = await streamIn(state as State);
      const attempt = append(server.client, stream, [event()], expected, mode);
      if (outcome === DELETED) {
        await expect(attempt).rejects.toThrow(StreamDeletedError);
        await expect(attempt).rejects.toMatchObject({ streamName: stream });
      } else if (outcome === CONFLICT) {
        await expect(attempt).rejects.toThrow(WrongExpectedVersionError);
        await expect(attempt).rejects.toMatchObject({
          streamName: stream,
          expectedVersion: expected,
          actualVersion: state === 'missing' || state === 'metadata only' ? 'no_stream' : 2n,
        });
      } else {
        await expect(attempt).resolves.toMatchObject({
          success: true,
          nextExpectedRevision: BigInt(outcome),
        });
      }
    });
  });

  it('returns the position of the last event, with equal commit and prepare', async () => {
    const stream = server.stream();
    const result = await append(server.client, stream, events(3), 'no_stream', mode);
    const stored = await readStream(server.client, stream);
    expect(result.nextExpectedRevision).toBe(2n);
    expect(result.position).toEqual(stored[2]?.event?.position);
    expect(result.position?.commit).toBe(result.position?.prepare);
    const positions = stored.map((each) => each.event?.position?.commit ?? 0n);
    expect(positions[0]).toBeLessThan(positions[1] ?? 0n);
    expect(positions[1]).toBeLessThan(positions[2] ?? 0n);
  });

  it('stores type, data, metadata and id unchanged', async () => {
    const stream = server.stream();
    const id = randomUUID();
    const bytes = Uint8Array.from([0, 1, 254, 255]);
    const before = Date.now();
    await server.client.appendToStream(
      stream,
      [
        jsonEvent({ type: 'ünïcode', data: { tea: '☕' }, metadata: { by: 'nobody' }, id }),
        binaryEvent({ type: 'bytes', data: bytes, metadata: bytes }),
      ],
      mode.options,
    );
    const [json, binary] = await readStream(server.client, stream);
    expect(json?.event).toMatchObject({
      streamId: stream,
      id,
      revision: 0n,
      type: 'ünïcode',
      isJson: true,
      data: { tea: '☕' },
      metadata: { by: 'nobody' },
    });
    expect(binary?.event).toMatchObject({ type: 'bytes', isJson: false });
    expect(Buffer.from((binary?.event?.data ?? []) as Uint8Array)).toEqual(Buffer.from(bytes));
    expect(Buffer.from((binary?.event?.metadata ?? []) as Uint8Array)).toEqual(Buffer.from(bytes));
    expect(Math.abs((json?.event?.created.getTime() ?? 0) - before)).toBeLessThan(60_000);
  });

  it('checks an empty append, writes nothing and returns a new position', async () => {
    const stream = server.stream();
    const missing = await append(server.client, stream, [], 'any', mode);
    expect(missing.nextExpectedRevision).toBe(0n);
    await expect(readStream(server.client, stream)).rejects.toMatchObject({ type: 'stream-not-found' });
    const first = await append(server.client, stream, events(2), 'no_stream', mode);
    const empty = await append(server.client, stream, [], 1n, mode);
    expect(empty.nextExpectedRevision).toBe(1n);
    expect(empty.position?.commit).toBeGreaterThan(first.position?.commit ?? 0n);
    await expect(append(server.client, stream, [], 'no_stream', mode)).rejects.toThrow(
      WrongExpectedVersionError,
    );
    await expect(append(server.client, stream, [], 0n, mode)).rejects.toThrow(WrongExpectedVersionError);
    const next = await append(server.client, stream, events(1), 1n, mode);
    expect(next.position?.commit).toBeGreaterThan(empty.position?.commit ?? 0n);
    expect(await readStream(server.client, stream)).toHaveLength(3);
    await server.client.tombstoneStream(stream);
    await expect(append(server.client, stream, [], 'any', mode)).rejects.toThrow(StreamDeletedError);
  });

  it('accepts 1,048,576 bytes of data in one append, without metadata (since 24.10 with metadata)', async () => {
    const half = 'x'.repeat(524_288);
    const metadata = Buffer.alloc(100_000);
    const less = server.isLike2310 ? 0 : 101_000;
    const halves = (more: string) => [
      binaryEvent({ type: 'large', data: Buffer.from(half.slice(less)), metadata }),
      binaryEvent({ type: 'large', data: Buffer.from(half.slice(less) + more), metadata }),
    ];
    const stream = server.stream();
    await server.client.appendToStream(stream, halves(''), mode.options);
    const attempt = server.client.appendToStream(stream, halves(less === 0 ? 'x' : half), mode.options);
    await expect(attempt).rejects.toThrow(MaxAppendSizeExceededError);
    await expect(attempt).rejects.toMatchObject({ maxAppendSize: 1_048_576 });
    expect(await readStream(server.client, stream)).toHaveLength(2);
  });

  it('accepts one of twenty concurrent appends that expect no stream', async () => {
    const stream = server.stream();
    const attempts = Array.from({ length: 20 }, () =>
      getRejection(append(server.client, stream, [event()], 'no_stream', mode)),
    );
    const errors = (await Promise.all(attempts)).filter((error) => error !== undefined);
    expect(errors).toHaveLength(19);
    expect(errors.every((error) => error instanceof WrongExpectedVersionError)).toBe(true);
    expect(await readStream(server.client, stream)).toHaveLength(1);
  });

  it('counts truncated events in the expected revision', async () => {
    const stream = server.stream();
    await append(server.client, stream, events(3));
    await server.client.setStreamMetadata(stream, { truncateBefore: 50 });
    expect(await readStream(server.client, stream)).toEqual([]);
    const attempt = append(server.client, stream, [event()], 'no_stream', mode);
    await expect(attempt).rejects.toMatchObject({ actualVersion: 2n });
    await expect(append(server.client, stream, [event()], 2n, mode)).resolves.toMatchObject({
      nextExpectedRevision: 3n,
    });
  });

  it('accepts unusual, long and system stream names', async () => {
    for (const stream of [
      ` `,
      `ünïcode ${server.stream()}`,
      `$system-${server.stream()}`,
      `${'n'.repeat(70_000)}${server.stream()}`,
    ]) {
      const { nextExpectedRevision } = await append(server.client, stream, [event('odd')], 'any', mode);
      const [last] = await readStream(server.client, stream, {
        direction: 'backwards',
        fromRevision: 'end',
        maxCount: 1,
      });
      expect(last?.event).toMatchObject({ streamId: stream, revision: nextExpectedRevision });
    }
    const stream = server.stream();
    const type = `$${'t'.repeat(70_000)}`;
    await append(server.client, stream, [event('odd', { type })], 'any', mode);
    expect((await readStream(server.client, stream))[0]?.event?.type).toBe(type);
  });

  it('accepts thousands of events in one append', async () => {
    const stream = server.stream();
    const result = await append(server.client, stream, events(5_000), 'no_stream', mode);
    expect(result.nextExpectedRevision).toBe(4_999n);
    const stored = await readStream(server.client, stream);
    expect(stored.map((each) => Number(each.event?.revision))).toEqual(stored.map((_, i) => i));
  });
});

it('answers pipelined appends with chained revisions in their order', async () => {
  const stream = server.stream();
  const order: number[] = [];
  // A new client opens its call with the first append, and sends concurrent ones in any order until then.
  await append(server.client, server.stream(), [event()]);
  await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      await append(server.client, stream, [event()], i === 0 ? 'no_stream' : BigInt(i - 1));
      order.push(i);
    }),
  );
  expect(order).toEqual(order.map((_, i) => i));
  expect(order).toHaveLength(200);
});
