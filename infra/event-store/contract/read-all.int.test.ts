import type { AllStreamResolvedEvent, Position, ReadAllOptions } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractServer } from './contract-server.fixture.ts';
import { append, events, getRejection } from './helpers.fixture.ts';
import { createFilterOptions, createReadRequest } from './raw-messages.fixture.ts';

const server = contractServer();
const MAX = '18446744073709551615';

let stream: string;
let positions: bigint[];

async function readAll(options: ReadAllOptions): Promise<AllStreamResolvedEvent[]> {
  const events: AllStreamResolvedEvent[] = [];
  for await (const each of server.client.readAll(options)) events.push(each);
  return events;
}

async function readPositions(options: ReadAllOptions): Promise<(bigint | undefined)[]> {
  return (await readAll(options)).map((each) => each.event?.position?.commit);
}

function at(commit: bigint, prepare = commit): Position {
  return { commit, prepare };
}

beforeAll(async () => {
  stream = server.stream('all');
  await append(server.client, stream, events(3, 'first'));
  await append(server.client, stream, events(2, 'second'));
  const all = await readAll({ direction: 'forwards', fromPosition: 'start' });
  positions = all
    .filter((each) => each.event?.streamId === stream)
    .map((each) => each.event?.position?.commit ?? 0n);
});

describe('a read of the whole log', () => {
  it('returns events in strictly growing positions', async () => {
    const all = await readPositions({});
    expect(positions).toHaveLength(5);
    expect(all.every((position, i) => i === 0 || (position ?? 0n) > (all[i - 1] ?? 0n))).toBe(true);
    const backwards = await readPositions({ direction: 'backwards', fromPosition: 'end' });
    expect(backwards).toEqual(all.toReversed());
  });

  it('includes the event at the position forwards, and excludes it backwards', async () => {
    const [, second = 0n, third = 0n] = positions;
    const forwards = await readPositions({ fromPosition: at(second), maxCount: 2 });
    expect(forwards).toEqual([second, third]);
    const backwards = await readPositions({ direction: 'backwards', fromPosition: at(third), maxCount: 2 });
    expect(backwards).toEqual([second, positions[0]]);
    expect(await readPositions({ fromPosition: at(second, 0n), maxCount: 1 })).toEqual([second]);
  });

  it('returns nothing before the start or after the end', async () => {
    const [last] = await readPositions({ direction: 'backwards', fromPosition: 'end', maxCount: 1 });
    const far = (last ?? 0n) + 1_000_000n;
    expect(await readPositions({ fromPosition: 'end' })).toEqual([]);
    expect(await readPositions({ direction: 'backwards', fromPosition: 'start' })).toEqual([]);
    expect(await readPositions({ direction: 'backwards', fromPosition: at(0n) })).toEqual([]);
    expect(await readPositions({ fromPosition: at(far) })).toEqual([]);
    expect(await readPositions({ fromPosition: at(BigInt(MAX)) })).toEqual([]);
    const { end } = await server.raw.read(createReadRequest({ from: String(far), backwards: true }));
    expect(end.code).toBe(status.UNKNOWN);
    const atEnd = await readPositions({ direction: 'backwards', fromPosition: at(BigInt(MAX)), maxCount: 1 });
    expect(atEnd).toEqual([last]);
  });

  it('is UNKNOWN for a position inside a record and for a prepare past the commit', async () => {
    const inside = String((positions[1] ?? 0n) + 1n);
    for (const backwards of [false, true]) {
      const { end } = await server.raw.read(createReadRequest({ from: inside, backwards }));
      const result = server.isLike2310 ? 'Error' : 'InvalidPosition';
      expect(end).toMatchObject({ code: status.UNKNOWN, details: `Unexpected ReadAllResult: ${result}` });
    }
    const { end } = await server.raw.read(createReadRequest({ from: `${positions[1]}/${positions[2]}` }));
    expect(end.code).toBe(status.UNKNOWN);
  });

  it('returns the next event from the position of an empty append', async () => {
    const { position } = await append(server.client, stream, []);
    const { position: next } = await append(server.client, stream, events(1));
    if (!position) throw new Error('an empty append has a position');
    expect(await readPositions({ fromPosition: position })).toEqual([next?.commit]);
  });

  it('returns nothing for count 0', async () => {
    // A real server never answers this request, which the embedded node does not imitate.
    if (!server.isEmbeddedNode) return;
    const { messages } = await server.raw.read(createReadRequest({ count: '0' }));
    expect(messages).toEqual([]);
  });

  it('returns events that streams hide: system events, metadata, deleted and truncated events', async () => {
    const [truncated, deleted, closed] = [server.stream(), server.stream(), server.stream()];
    for (const each of [truncated, deleted, closed]) await append(server.client, each, events(2));
    await server.client.setStreamMetadata(truncated, { truncateBefore: 2 });
    await server.client.deleteStream(deleted);
    await server.client.tombstoneStream(closed);
    const [start] = positions;
    const seen = (await readAll({ fromPosition: at(start ?? 0n) })).map(
      ({ event }) => `${event?.streamId} ${event?.type} ${event?.revision}`,
    );
    expect(seen).toEqual(
      expect.arrayContaining([
        ...[truncated, deleted, closed].flatMap((each) => [`${each} happened 0`, `${each} happened 1`]),
        `$$${truncated} $metadata 0`,
        `$$${deleted} $metadata 0`,
        `${closed} $streamDeleted 9223372036854775807`,
      ]),
    );
  });
});

describe('a filter on a read', () => {
  it('counts matching events only, in both directions', async () => {
    const filter = createFilterOptions({ on: 'stream', prefixes: [stream], max: 2 });
    const matching = async (backwards: boolean) => {
      const from = backwards ? 'end' : 'start';
      const { messages, end } = await server.raw.read(
        createReadRequest({ from, backwards, count: '2', filter }),
      );
      expect(end.code).toBe(status.OK);
      return messages.map((message) => message.getEvent()?.getCommitPosition());
    };
    expect(await matching(false)).toEqual(positions.slice(0, 2).map(String));
    const backwards = await matching(true);
    expect(backwards).toHaveLength(2);
    expect(BigInt(backwards[0] ?? 0)).toBeGreaterThan(BigInt(backwards[1] ?? 0));
  });
});

it('db-client rejects a negative count', async () => {
  expect(await getRejection(readAll({ maxCount: -1 }))).toBeDefined();
});
