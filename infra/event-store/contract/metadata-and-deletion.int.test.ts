import { StreamDeletedError, WrongExpectedVersionError } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { contractServer } from './contract-server.fixture.ts';
import { append, events, getRejection, readRevisions, readStream } from './helpers.fixture.ts';

const server = contractServer();

type State = 'missing' | 'with metadata only' | 'at 2' | 'soft-deleted at 2' | 'tombstoned';

async function streamIn(state: State): Promise<string> {
  const stream = server.stream();
  if (state === 'missing') return stream;
  if (state === 'with metadata only') {
    await server.client.setStreamMetadata(stream, { maxCount: 5 });
    return stream;
  }
  await append(server.client, stream, events(3));
  if (state === 'soft-deleted at 2') await server.client.deleteStream(stream);
  if (state === 'tombstoned') await server.client.tombstoneStream(stream);
  return stream;
}

type Outcome = 'ok' | 'wrong version' | 'deleted';
type Row = [State, Record<string, Outcome>];

/** Revisions, any and no_stream only: db-client does not send stream_exists here. */
function toExpectedRevision(key: string): 'any' | 'no_stream' | bigint {
  return key === 'any' || key === 'no_stream' ? key : BigInt(key);
}

async function expectOutcome(
  attempt: Promise<unknown>,
  outcome: Outcome,
  state: State,
  stream: string,
  expected: string,
): Promise<void> {
  if (outcome === 'deleted') {
    await expect(attempt).rejects.toThrow(StreamDeletedError);
  } else if (outcome === 'wrong version') {
    const codes: Record<string, bigint> = { any: -2n, no_stream: -1n };
    await expect(attempt).rejects.toThrow(WrongExpectedVersionError);
    await expect(attempt).rejects.toMatchObject({
      streamName: stream,
      expectedVersion: codes[expected] ?? BigInt(expected),
      actualVersion: state === 'missing' || state === 'with metadata only' ? -1n : 2n,
    });
  } else {
    await expect(attempt).resolves.toMatchObject({ position: { commit: expect.any(BigInt) } });
  }
}

describe('soft delete', () => {
  const table: Row[] = [
    ['missing', { any: 'wrong version', no_stream: 'wrong version', 0: 'wrong version' }],
    ['with metadata only', { any: 'ok', no_stream: 'ok', 0: 'wrong version' }],
    ['at 2', { any: 'ok', 2: 'ok', no_stream: 'wrong version', 1: 'wrong version', 7: 'wrong version' }],
    ['soft-deleted at 2', { any: 'ok', no_stream: 'ok', 2: 'ok', 1: 'wrong version' }],
    ['tombstoned', { any: 'deleted', no_stream: 'deleted', 2: 'deleted' }],
  ];
  describe.each(table)('a stream that is %s', (state, outcomes) => {
    it.each(Object.entries(outcomes))('expecting %s: %s', async (key, outcome) => {
      const stream = await streamIn(state);
      const attempt = server.client.deleteStream(stream, { expectedRevision: toExpectedRevision(key) });
      await expectOutcome(attempt, outcome, state, stream, key);
      if (outcome === 'ok') {
        expect(await getRejection(readStream(server.client, stream))).toMatchObject({
          type: 'stream-not-found',
        });
      }
    });
  });

  it('replaces the metadata, which the next append restores', async () => {
    const stream = await streamIn('at 2');
    await server.client.setStreamMetadata(stream, { maxCount: 10, owner: 'nobody' });
    const { position } = await server.client.deleteStream(stream);
    const [deleted] = await readStream(server.client, `$$${stream}`);
    expect(deleted?.event).toMatchObject({ type: '$metadata', revision: 1n, isJson: true, position });
    const result = await append(server.client, stream, events(2), 'no_stream');
    expect(result.nextExpectedRevision).toBe(4n);
    const [restored] = await readStream(server.client, `$$${stream}`);
    expect(restored?.event).toMatchObject({ revision: 2n, data: { $tb: 3 } });
    expect(Object.keys(restored?.event?.data ?? {})).toEqual(['$tb']);
    expect(restored?.event?.position?.commit).toBeGreaterThan(result.position?.commit ?? 0n);
    expect(await readRevisions(server.client, stream)).toEqual([3, 4]);
  });

  it('undeletes a deleted stream when metadata is set, and hides its earlier events', async () => {
    const stream = await streamIn('soft-deleted at 2');
    await server.client.setStreamMetadata(stream, { truncateBefore: 1, owner: 'nobody' });
    expect(await readRevisions(server.client, stream)).toEqual([]);
    const { metadata } = await server.client.getStreamMetadata(stream);
    expect(metadata).toMatchObject({ truncateBefore: 3, owner: 'nobody' });
    await expect(append(server.client, stream, events(1), 'no_stream')).rejects.toThrow(
      WrongExpectedVersionError,
    );
    await append(server.client, stream, events(1), 2n);
    expect(await readRevisions(server.client, stream)).toEqual([3]);
  });

  it('is rejected by db-client for stream_exists', async () => {
    const stream = await streamIn('at 2');
    const options = { expectedRevision: 'stream_exists' } as never;
    expect(await getRejection(server.client.deleteStream(stream, options))).toBeDefined();
  });
});

describe('tombstone', () => {
  const table: Row[] = [
    ['missing', { any: 'ok', no_stream: 'ok', 0: 'wrong version' }],
    ['with metadata only', { any: 'ok', no_stream: 'ok', 0: 'wrong version' }],
    ['at 2', { any: 'ok', 2: 'ok', no_stream: 'wrong version', 1: 'wrong version' }],
    ['soft-deleted at 2', { any: 'ok', no_stream: 'ok', 2: 'ok', 1: 'wrong version' }],
    ['tombstoned', { any: 'deleted', no_stream: 'deleted', 2: 'deleted' }],
  ];
  describe.each(table)('a stream that is %s', (state, outcomes) => {
    it.each(Object.entries(outcomes))('expecting %s: %s', async (key, outcome) => {
      const stream = await streamIn(state);
      const attempt = server.client.tombstoneStream(stream, { expectedRevision: toExpectedRevision(key) });
      await expectOutcome(attempt, outcome, state, stream, key);
      if (outcome !== 'ok') return;
      await expect(readStream(server.client, stream)).rejects.toThrow(StreamDeletedError);
      await expect(append(server.client, stream, events(1))).rejects.toThrow(StreamDeletedError);
      // A real server accepts metadata for a stream that was soft-deleted before; it stays tombstoned, so the embedded node does not.
      if (!server.isEmbeddedNode && state.startsWith('soft-deleted')) return;
      await expect(server.client.setStreamMetadata(stream, {})).rejects.toThrow(StreamDeletedError);
    });
  });

  it('appends $streamDeleted to the stream itself', async () => {
    const stream = await streamIn('at 2');
    const { position } = await server.client.tombstoneStream(stream);
    if (!position) throw new Error('a tombstone has a position');
    const [event] = await server.client.readAll({ fromPosition: position, maxCount: 1 }).toArray();
    expect(event?.event).toMatchObject({
      streamId: stream,
      type: '$streamDeleted',
      revision: 9223372036854775807n,
      isJson: false,
    });
    expect(event?.event?.data).toHaveLength(0);
  });
});

describe('metadata', () => {
  it('is returned as set, and has its own revisions', async () => {
    const stream = server.stream();
    await expect(server.client.getStreamMetadata(stream)).resolves.toEqual({ streamName: stream });
    await server.client.setStreamMetadata(
      stream,
      { maxCount: 7, tea: 'green' },
      { expectedRevision: 'no_stream' },
    );
    await server.client.setStreamMetadata(stream, { maxCount: 8 }, { expectedRevision: 0n });
    const again = server.client.setStreamMetadata(stream, {}, { expectedRevision: 0n });
    await expect(again).rejects.toThrow(WrongExpectedVersionError);
    const { metadata } = await server.client.getStreamMetadata(stream);
    expect(metadata).toMatchObject({ maxCount: 8 });
    expect(metadata).not.toHaveProperty('tea');
    expect(await readRevisions(server.client, `$$${stream}`)).toEqual([1]);
    expect(await getRejection(readStream(server.client, stream))).toMatchObject({ type: 'stream-not-found' });
  });

  it('is the last event of any type, and ignored unless it is a JSON object', async () => {
    const stream = await streamIn('at 2');
    const meta = `$$${stream}`;
    const { binaryEvent, jsonEvent } = await import('@eventstore/db-client');
    await server.client.appendToStream(meta, jsonEvent({ type: 'anything', data: { $maxCount: 1 } }));
    expect(await readRevisions(server.client, stream)).toEqual([2]);
    await server.client.appendToStream(
      meta,
      binaryEvent({ type: '$metadata', data: Buffer.from('{"$maxCount":2}') }),
    );
    expect(await readRevisions(server.client, stream)).toEqual([0, 1, 2]);
  });
});
