import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { contractServer } from './contract-server.fixture.ts';
import { append, events } from './helpers.fixture.ts';
import { readRequest } from './raw-messages.fixture.ts';
import type { RawSubscription } from './raw-streams.fixture.ts';

const server = contractServer();
const open: RawSubscription[] = [];

afterEach(() => {
  for (const subscription of open.splice(0)) subscription.call.cancel();
});

function subscribe(stream: string, from = 'start'): RawSubscription {
  const subscription = server.raw.subscribe(readRequest({ stream, from, subscription: true }));
  open.push(subscription);
  return subscription;
}

/** Waits for exactly these messages, stream names left out. */
async function expectSeen(subscription: RawSubscription, expected: readonly string[]): Promise<void> {
  const seen = (): string[] => subscription.seen.map((each) => each.replace(/^.*@/, ''));
  await waitFor(() => seen().length >= expected.length, { what: expected.join(), timeout: 20_000 }).catch(
    () => {},
  );
  expect(seen()).toEqual(expected);
}

async function streamOf(count: number): Promise<string> {
  const stream = server.stream();
  await append(server.client, stream, events(count));
  return stream;
}

const TOMBSTONE = '9223372036854775807';
const ownPace = 'Since 24.10 a server says of a missing stream too that it has caught up';

it('from the start: the past, caught up, then live', async () => {
  const stream = await streamOf(2);
  const subscription = subscribe(stream);
  await expectSeen(subscription, ['confirmation', '0', '1', 'caughtUp']);
  await append(server.client, server.stream(), events(3));
  await append(server.client, stream, events(2));
  await expectSeen(subscription, ['confirmation', '0', '1', 'caughtUp', '2', '3']);
  expect(subscription.messages[0]?.getConfirmation()?.getSubscriptionId()).toMatch(/^[0-9a-f-]{36}$/);
});

it('from a revision: only what comes after it', async () => {
  const stream = await streamOf(4);
  await expectSeen(subscribe(stream, '1'), ['confirmation', '2', '3', 'caughtUp']);
  await expectSeen(subscribe(stream, '3'), ['confirmation', 'caughtUp']);
});

it('from past the end: caught up, and what is not past it is skipped', async () => {
  const stream = await streamOf(2);
  const subscription = subscribe(stream, '3');
  await expectSeen(subscription, ['confirmation', 'caughtUp']);
  await append(server.client, stream, events(4));
  await expectSeen(subscription, ['confirmation', 'caughtUp', '4', '5']);
});

it.each(['end', '18446744073709551615'])('from the end (%s): only live', async (from) => {
  const stream = await streamOf(2);
  const subscription = subscribe(stream, from);
  await expectSeen(subscription, ['confirmation', 'caughtUp']);
  await append(server.client, stream, events(1));
  await expectSeen(subscription, ['confirmation', 'caughtUp', '2']);
});

describe('a stream that is not there', () => {
  it('is waited for, and caught up with when it has come', async ({ skip }) => {
    skip(!server.isLike2310, ownPace);
    const stream = server.stream();
    const [fromStart, fromRevision] = [subscribe(stream), subscribe(stream, '0')];
    await expectSeen(fromStart, ['confirmation']);
    await expectSeen(fromRevision, ['confirmation']);
    await append(server.client, stream, events(2));
    await expectSeen(fromStart, ['confirmation', '0', '1', 'caughtUp']);
    await expectSeen(fromRevision, ['confirmation', '1', 'caughtUp']);
  });

  it('is not waited for from the end', async () => {
    const stream = server.stream();
    const subscription = subscribe(stream, 'end');
    await expectSeen(subscription, ['confirmation', 'caughtUp']);
    await append(server.client, stream, events(1));
    await expectSeen(subscription, ['confirmation', 'caughtUp', '0']);
  });

  it('soft-deleted is as good as missing', async ({ skip }) => {
    skip(!server.isLike2310, ownPace);
    const stream = await streamOf(3);
    await server.client.deleteStream(stream);
    const subscription = subscribe(stream);
    await expectSeen(subscription, ['confirmation']);
    await append(server.client, stream, events(1));
    await expectSeen(subscription, ['confirmation', '3', 'caughtUp']);
  });

  it('ends the wait with an error when it is tombstoned', async ({ skip }) => {
    skip(!server.isLike2310, ownPace);
    const stream = server.stream();
    const subscription = subscribe(stream);
    await expectSeen(subscription, ['confirmation']);
    await server.client.tombstoneStream(stream);
    await waitFor(() => subscription.end);
    expect(subscription.end?.code).toBe(status.FAILED_PRECONDITION);
    expect(subscription.seen).toEqual(['confirmation']);
  });
});

it('what is hidden is left out while catching up, not live', async () => {
  const stream = await streamOf(5);
  await server.client.setStreamMetadata(stream, { maxCount: 2 });
  const subscription = subscribe(stream);
  await expectSeen(subscription, ['confirmation', '3', '4', 'caughtUp']);
  await append(server.client, stream, events(4));
  await expectSeen(subscription, ['confirmation', '3', '4', 'caughtUp', '5', '6', '7', '8']);
});

it('a soft delete goes unnoticed', async () => {
  const stream = await streamOf(1);
  const subscription = subscribe(stream);
  await expectSeen(subscription, ['confirmation', '0', 'caughtUp']);
  await server.client.deleteStream(stream);
  await append(server.client, stream, events(1));
  await expectSeen(subscription, ['confirmation', '0', 'caughtUp', '1']);
});

it('a tombstone is delivered, then the subscription ends', async () => {
  const stream = await streamOf(1);
  const subscription = subscribe(stream);
  await expectSeen(subscription, ['confirmation', '0', 'caughtUp']);
  await server.client.tombstoneStream(stream);
  await waitFor(() => subscription.end);
  await expectSeen(subscription, ['confirmation', '0', 'caughtUp', TOMBSTONE]);
  expect(subscription.end).toMatchObject({
    code: status.FAILED_PRECONDITION,
    trailers: { exception: 'stream-deleted', 'stream-name': stream },
  });
});

it('tombstoned before: an error at once, but from the end silence', async () => {
  const stream = await streamOf(1);
  await server.client.tombstoneStream(stream);
  for (const from of ['start', '0']) {
    const subscription = subscribe(stream, from);
    await waitFor(() => subscription.end);
    expect(subscription.end?.code).toBe(status.FAILED_PRECONDITION);
    expect(subscription.seen).toEqual([]);
  }
  // Since 24.10 the same error from there too.
  if (server.isLike2310) await expectSeen(subscribe(stream, 'end'), ['confirmation', 'caughtUp']);
});
