import { StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { contractServer } from './contract-server.fixture.ts';
import { append, event, events, getRejection, readRevisions, readStream } from './helpers.fixture.ts';
import { parseUUID } from './parse-uuid.fixture.ts';
import { createFilterOptions, createReadRequest } from './raw-messages.fixture.ts';

const server = contractServer();

async function createStream(count: number): Promise<string> {
  const stream = server.stream();
  await append(server.client, stream, events(count));
  return stream;
}

describe('a stream of five', () => {
  it.each([
    ['forwards', 'start', undefined, [0, 1, 2, 3, 4]],
    ['forwards', 2n, undefined, [2, 3, 4]],
    ['forwards', 1n, 2, [1, 2]],
    ['forwards', 5n, undefined, []],
    ['forwards', 99n, undefined, []],
    ['backwards', 'end', undefined, [4, 3, 2, 1, 0]],
    ['backwards', 'end', 2, [4, 3]],
    ['backwards', 2n, undefined, [2, 1, 0]],
    ['backwards', 99n, 3, [4, 3, 2]],
    ['backwards', 'start', undefined, [0]],
  ] as const)('%s from %s, at most %s: %j', async (direction, fromRevision, maxCount, revisions) => {
    const stream = await createStream(5);
    const options = { direction, fromRevision, ...(maxCount !== undefined && { maxCount }) };
    expect(await readRevisions(server.client, stream, options)).toEqual(revisions);
  });

  it('is UNKNOWN for count 0 and forwards from the end', async () => {
    const stream = await createStream(5);
    for (const read of [{ count: '0' }, { count: '0', from: 'end', backwards: true }, { from: 'end' }]) {
      const { end } = await server.raw.read(createReadRequest({ stream, ...read }));
      expect(end).toMatchObject({ code: status.UNKNOWN, details: 'Unexpected ReadStreamResult: Error' });
    }
  });
});

describe('a missing or deleted stream', () => {
  it.each([
    ['missing', async () => server.stream()],
    [
      'with only an empty append',
      async () => {
        const stream = server.stream();
        await append(server.client, stream, []);
        return stream;
      },
    ],
    [
      'with only metadata',
      async () => {
        const stream = server.stream();
        await server.client.setStreamMetadata(stream, { maxCount: 3 });
        return stream;
      },
    ],
    [
      'soft-deleted',
      async () => {
        const stream = await createStream(3);
        await server.client.deleteStream(stream);
        return stream;
      },
    ],
  ])('%s is not found from every start', async (_, make) => {
    const stream = await make();
    for (const options of [
      {},
      { fromRevision: 1n },
      { direction: 'backwards', fromRevision: 'end', maxCount: 1 },
      { direction: 'backwards', fromRevision: 'start' },
    ] as const) {
      const error = await getRejection(readStream(server.client, stream, options));
      expect(error).toBeInstanceOf(StreamNotFoundError);
      expect(error).toMatchObject({ streamName: stream });
    }
    const { messages, end } = await server.raw.read(createReadRequest({ stream }));
    expect(end.code).toBe(status.OK);
    expect(messages.map((message) => message.hasStreamNotFound())).toEqual([true]);
  });

  it('starts at the first new revision when appended to after a soft delete', async () => {
    const stream = await createStream(3);
    await server.client.deleteStream(stream);
    await append(server.client, stream, events(2), 2n);
    expect(await readRevisions(server.client, stream)).toEqual([3, 4]);
    expect(
      await readRevisions(server.client, stream, { direction: 'backwards', fromRevision: 'end' }),
    ).toEqual([4, 3]);
    expect(await readRevisions(server.client, stream, { direction: 'backwards', fromRevision: 1n })).toEqual(
      [],
    );
  });

  it('is deleted with its metadata when tombstoned', async () => {
    const stream = await createStream(3);
    await server.client.tombstoneStream(stream);
    await expect(readStream(server.client, stream)).rejects.toThrow(StreamDeletedError);
    await expect(readStream(server.client, `$$${stream}`)).rejects.toThrow(StreamDeletedError);
    await expect(server.client.getStreamMetadata(stream)).rejects.toMatchObject({
      streamName: `$$${stream}`,
    });
    const { end } = await server.raw.read(createReadRequest({ stream }));
    expect(end).toMatchObject({
      code: status.FAILED_PRECONDITION,
      trailers: { exception: 'stream-deleted', 'stream-name': stream },
    });
  });
});

describe('truncation', () => {
  it('returns the last $maxCount events', async () => {
    const stream = await createStream(6);
    await server.client.setStreamMetadata(stream, { maxCount: 2 });
    expect(await readRevisions(server.client, stream)).toEqual([4, 5]);
    expect(await readRevisions(server.client, stream, { fromRevision: 1n, maxCount: 1 })).toEqual([4]);
    expect(
      await readRevisions(server.client, stream, { direction: 'backwards', fromRevision: 'end' }),
    ).toEqual([5, 4]);
    expect(await readRevisions(server.client, stream, { direction: 'backwards', fromRevision: 3n })).toEqual(
      [],
    );
    expect(
      await readRevisions(server.client, stream, { direction: 'backwards', fromRevision: 'start' }),
    ).toEqual([]);
    await append(server.client, stream, events(1));
    expect(await readRevisions(server.client, stream)).toEqual([5, 6]);
  });

  it('hides revisions below $tb, up to an empty but existing stream', async () => {
    const stream = await createStream(6);
    await server.client.setStreamMetadata(stream, { truncateBefore: 4 });
    expect(await readRevisions(server.client, stream)).toEqual([4, 5]);
    await server.client.setStreamMetadata(stream, { truncateBefore: 100 });
    expect(await readRevisions(server.client, stream)).toEqual([]);
    await server.client.setStreamMetadata(stream, {});
    expect(await readRevisions(server.client, stream)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('hides events older than $maxAge', async () => {
    const stream = await createStream(2);
    await server.client.setStreamMetadata(stream, { maxAge: 1000 });
    expect(await readRevisions(server.client, stream)).toEqual([0, 1]);
    await server.client.setStreamMetadata(stream, { maxAge: 1 });
    await expect.poll(() => readRevisions(server.client, stream), { interval: 100 }).toEqual([]);
    // A later event is returned, unless it is a second old itself when it is read.
    await expect
      .poll(async () => {
        const { nextExpectedRevision } = await append(server.client, stream, events(1));
        const found = await readRevisions(server.client, stream);
        expect(found.filter((revision) => revision < 2)).toEqual([]);
        return found.at(-1) === Number(nextExpectedRevision);
      })
      .toBe(true);
  });

  it.each([
    ['{"$maxCount":0,"$tb":2}', [2, 3]],
    ['{"$maxCount":-1}', [0, 1, 2, 3]],
    ['{"$maxAge":0,"$tb":-1,"$maxCount":1}', [3]],
    ['{"$maxCount":"2"}', [0, 1, 2, 3]],
    ['{"$maxCount":2.5,"$tb":3}', [0, 1, 2, 3]],
    ['{"$maxCount":1,"nested":{"$tb":3}}', [3]],
    ['[1]', [0, 1, 2, 3]],
    ['nonsense', [0, 1, 2, 3]],
    ['{"$tb":9223372036854775806}', []],
  ])('metadata %s: %j', async (metadata, revisions) => {
    const stream = await createStream(4);
    const { createAppendOptions, createProposedMessage } = await import('./raw-messages.fixture.ts');
    await server.raw.append([
      createAppendOptions(`$$${stream}`, 'any'),
      createProposedMessage({ type: '$metadata', data: metadata }),
    ]);
    expect(await readRevisions(server.client, stream)).toEqual(revisions);
  });
});

describe('a response on the wire', () => {
  it('consists of events with exactly these fields', async () => {
    const stream = await createStream(2);
    const { messages, end } = await server.raw.read(createReadRequest({ stream }));
    expect(end.code).toBe(status.OK);
    expect(messages.every((message) => message.hasEvent())).toBe(true);
    const read = messages[1]?.getEvent();
    const recorded = read?.getEvent();
    expect(read?.hasLink()).toBe(false);
    expect(read?.getCommitPosition()).toBe(recorded?.getCommitPosition());
    expect(recorded?.getPreparePosition()).toBe(recorded?.getCommitPosition());
    expect(recorded?.getStreamRevision()).toBe('1');
    const metadata = new Map(recorded?.getMetadataMap().toArray());
    expect([...metadata.keys()].sort()).toEqual(['content-type', 'created', 'type']);
    const created = messages.map((message) =>
      BigInt(message.getEvent()?.getEvent()?.getMetadataMap().get('created') ?? '0'),
    );
    expect(created[1]).toBeGreaterThan(created[0] ?? 0n);
    expect(Math.abs(Number(created[0]) / 10_000 - Date.now())).toBeLessThan(600_000);
  });

  it('has ids in the requested form', async () => {
    const stream = server.stream();
    const one = event();
    await append(server.client, stream, [one]);
    for (const structuredUuids of [true, false]) {
      const { messages } = await server.raw.read(createReadRequest({ stream, structuredUuids }));
      const id = messages[0]?.getEvent()?.getEvent()?.getId();
      expect(id?.hasStructured()).toBe(structuredUuids);
      expect(parseUUID(id)).toBe(one.id);
    }
  });

  it('is INVALID_ARGUMENT for invalid combinations of options', async () => {
    const stream = await createStream(1);
    const filter = createFilterOptions({ on: 'type', prefixes: ['x'] });
    for (const request of [
      createReadRequest({ stream, filter }),
      createReadRequest({ stream, subscription: true, backwards: true }),
      createReadRequest({ stream, noFilterOption: true }),
      createReadRequest({ subscription: true, backwards: true }),
    ]) {
      const { end } = await server.raw.read(request);
      expect(end.code).toBe(status.INVALID_ARGUMENT);
      expect(end.details).toMatch(/^The combination of \(.*\) is invalid\.$/);
    }
  });
});

it('returns thousands of events in order on two connections', async () => {
  const stream = server.stream();
  for (let i = 0; i < 5; i++) await append(server.client, stream, events(1_000));
  expect(await readRevisions(server.connect(), stream)).toEqual(Array.from({ length: 5_000 }, (_, i) => i));
  const backwards = await readRevisions(server.client, stream, {
    direction: 'backwards',
    fromRevision: 'end',
  });
  expect(backwards).toEqual(Array.from({ length: 5_000 }, (_, i) => 4_999 - i));
});

it('returns an append to other clients as soon as it is acknowledged', async () => {
  const other = server.connect();
  for (let i = 0; i < 100; i++) {
    const stream = server.stream();
    const { position } = await append(server.client, stream, [event()]);
    expect(await readRevisions(other, stream)).toEqual([0]);
    if (position) {
      const [last] = await other
        .readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 })
        .toArray();
      expect(last?.event?.position?.commit).toBeGreaterThanOrEqual(position.commit);
    }
  }
});
