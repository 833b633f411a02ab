import { randomUUID } from 'node:crypto';
import {
  type AppendExpectedRevision,
  DeadlineExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { contractServer } from './contract-server.fixture.ts';
import { append, appendModes, event, getRejection, readStream } from './helpers.fixture.ts';

const server = contractServer();

// Stream: a and b in one append, then c, then d; so the current revision is 3.
const columns: readonly AppendExpectedRevision[] = ['no_stream', 0n, 1n, 2n, 3n, 'any', 'stream_exists', 9n];
const rows: Readonly<Record<string, string>> = {
  a: 'dup0 wev wev wev written dup0 dup0 wev',
  'a b': 'dup1 wev wev wev written dup1 dup1 wev',
  b: 'wev dup1 wev wev written dup1 dup1 wev',
  'a b c': 'dup2 wev wev wev written dup2 dup2 wev',
  c: 'wev wev dup2 wev written dup2 dup2 wev',
  'c d': 'wev wev dup3 wev written dup3 dup3 wev',
  d: 'wev wev wev dup3 written dup3 dup3 wev',
  'b a': 'wev wev wev wev written dup0 dup0 wev',
  'a c': 'wev wev wev wev written dup2 dup2 wev',
  'a a': 'wev wev wev wev written dup0 dup0 wev',
  'a new': 'wev wev wev wev written wev wev wev',
  'd new': 'wev wev wev wev written wev wev wev',
  'new a': 'wev wev wev wev written written written wev',
  'new d': 'wev wev wev wev written written written wev',
  'new new': 'wev wev wev wev written written written wev',
};

async function prepareStream(): Promise<{
  stream: string;
  ids: Record<string, string>;
  positions: bigint[];
}> {
  const stream = server.stream();
  const ids = { a: randomUUID(), b: randomUUID(), c: randomUUID(), d: randomUUID(), new: randomUUID() };
  const first = await append(server.client, stream, [event('a', { id: ids.a }), event('b', { id: ids.b })]);
  const second = await append(server.client, stream, [event('c', { id: ids.c })], 1n);
  const third = await append(server.client, stream, [event('d', { id: ids.d })], 2n);
  expect([first, second, third].map((each) => each.nextExpectedRevision)).toEqual([1n, 2n, 3n]);
  const positions = (await readStream(server.client, stream)).map(
    (each) => each.event?.position?.commit ?? 0n,
  );
  return { stream, ids, positions };
}

describe.each(appendModes)('$mode, appended again', (mode) => {
  it.each(Object.entries(rows))('%s: %s', async (names, outcomes) => {
    await Promise.all(
      outcomes.split(' ').map(async (outcome, i) => {
        const { stream, ids, positions } = await prepareStream();
        const again = names.split(' ').map((name) => event('other data', { id: ids[name] ?? '' }));
        const attempt = append(server.client, stream, again, columns[i], mode);
        if (outcome === 'wev') {
          await expect(attempt).rejects.toThrow(WrongExpectedVersionError);
          expect(await readStream(server.client, stream)).toHaveLength(4);
        } else if (outcome === 'written') {
          const next = BigInt(3 + again.length);
          await expect(attempt).resolves.toMatchObject({ nextExpectedRevision: next });
          expect(await readStream(server.client, stream)).toHaveLength(4 + again.length);
        } else {
          const revision = Number(outcome.slice('dup'.length));
          const result = await attempt;
          expect(result.nextExpectedRevision).toBe(BigInt(revision));
          expect(result.position?.commit).toBe(positions[revision]);
          const stored = await readStream(server.client, stream);
          expect(stored.map((each) => each.event?.data)).toEqual(
            ['a', 'b', 'c', 'd'].map((note) => ({ note })),
          );
        }
      }),
    );
  });

  it('remembers ids per stream, by the first event that had them', async () => {
    const [first, second] = [server.stream(), server.stream()];
    const same = event();
    await append(server.client, first, [same], 'any', mode);
    await expect(append(server.client, second, [same], 'any', mode)).resolves.toMatchObject({
      nextExpectedRevision: 0n,
    });
    await expect(append(server.client, second, [same], 'any', mode)).resolves.toMatchObject({
      nextExpectedRevision: 1n,
    });
    await expect(append(server.client, first, [same], 'any', mode)).resolves.toMatchObject({
      nextExpectedRevision: 0n,
    });
    expect(await readStream(server.client, first)).toHaveLength(1);
  });

  it('writes nothing for a repeated append after a soft delete, and the stream stays deleted', async () => {
    const stream = server.stream();
    const first = event();
    await append(server.client, stream, [first, event()], 'no_stream', mode);
    await server.client.deleteStream(stream);
    for (const expected of ['no_stream', 'any'] as const) {
      const result = await append(server.client, stream, [first], expected, mode);
      expect(result).toMatchObject({ success: true, nextExpectedRevision: 0n });
      expect(result.position).toBeUndefined();
      expect(await getRejection(readStream(server.client, stream))).toMatchObject({
        type: 'stream-not-found',
      });
    }
    await server.client.tombstoneStream(stream);
    await expect(append(server.client, stream, [first], 'any', mode)).rejects.toThrow(StreamDeletedError);
  });

  it('writes an id twice that is twice in one append', async () => {
    const stream = server.stream();
    const twice = event();
    await append(server.client, stream, [twice, twice], 'no_stream', mode);
    expect(await readStream(server.client, stream)).toHaveLength(2);
    await expect(append(server.client, stream, [twice, twice], 'any', mode)).resolves.toMatchObject({
      nextExpectedRevision: 0n,
    });
    await expect(append(server.client, stream, [twice, twice], 'no_stream', mode)).resolves.toMatchObject({
      nextExpectedRevision: 1n,
    });
  });
});

it('writes concurrent equal appends once, and answers a repeated one', async () => {
  const stream = server.stream();
  const same = [event(), event()];
  const results = await Promise.allSettled([
    append(server.client, stream, same, 'no_stream'),
    append(server.client, stream, same, 'no_stream'),
    append(server.connect(), stream, same, 'no_stream'),
  ]);
  const again = await append(server.client, stream, same, 'no_stream');
  for (const result of results) {
    // EventStoreDB drops an append that it is writing and reports a timeout; the embedded node answers each one.
    if (result.status === 'rejected' && !server.isEmbeddedNode)
      expect(result.reason).toBeInstanceOf(DeadlineExceededError);
    else expect(result).toMatchObject({ status: 'fulfilled', value: { position: again.position } });
  }
  expect(await readStream(server.client, stream)).toHaveLength(2);
});
