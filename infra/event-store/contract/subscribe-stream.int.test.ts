import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { contractServer } from './contract-server.fixture.ts';
import { append, events } from './helpers.fixture.ts';
import { createReadRequest } from './raw-messages.fixture.ts';
import type { RawSubscription } from './raw-streams.fixture.ts';

const server = contractServer();
const open: RawSubscription[] = [];

afterEach(() => {
  for (const subscription of open.splice(0)) subscription.call.cancel();
});

function subscribe(stream: string, from = 'start'): RawSubscription {
  const subscription = server.raw.subscribe(createReadRequest({ stream, from, subscription: true }));
  open.push(subscription);
  return subscription;
}

/** Waits for exactly these messages, without stream names. */
async function expectSeen(subscription: RawSubscription, expected: readonly string[]): Promise<void> {
  const seen = (): string[] => subscription.seen.map((each) => each.replace(/^.*@/, ''));
  await waitFor(() => seen().length >= expected.length, { what: expected.join() }).catch(() => {});
  expect(seen()).toEqual(expected);
}

async function createStream(count: number): Promise<string> {
  const stream = server.stream();
  await append(server.client, stream, events(count));
  return stream;
}

const TOMBSTONE = '9223372036854775807';
const versionDependent = 'Since 24.10 the server also sends caughtUp for a missing stream';

it('a subscription from the start delivers past events, caughtUp, then live events', async () => {
  const stream = await createStream(2);
  const subscription = subscribe(stream);
  await expectSeen(subscription, ['confirmation', '0', '1', 'caughtUp']);
  await append(server.client, server.stream(), events(3));
  await append(server.client, stream, events(2));
  await expectSeen(subscription, ['confirmation', '0', '1', 'caughtUp', '2', '3']);
  expect(subscription.messages[0]?.getConfirmation()?.getSubscriptionId()).toMatch(/^[0-9a-f-]{36}$/);
});

it('a subscription from a revision delivers only later events', async () => {
  const stream = await createStream(4);
  await expectSeen(subscribe(stream, '1'), ['confirmation', '2', '3', 'caughtUp']);
  await expectSeen(subscribe(stream, '3'), ['confirmation', 'caughtUp']);
});

it('a subscription from past the end delivers caughtUp and skips events up to the revision', async () => {
  const stream = await createStream(2);
  const subscription = subscribe(stream, '3');
  await expectSeen(subscription, ['confirmation', 'caughtUp']);
  await append(server.client, stream, events(4));
  await expectSeen(subscription, ['confirmation', 'caughtUp', '4', '5']);
});

it.each(['end', '18446744073709551615'])('from the end (%s) delivers only live events', async (from) => {
  const stream = await createStream(2);
  const subscription = subscribe(stream, from);
  await expectSeen(subscription, ['confirmation', 'caughtUp']);
  await append(server.client, stream, events(1));
  await expectSeen(subscription, ['confirmation', 'caughtUp', '2']);
});

describe('a missing stream', () => {
  it('delivers its events and caughtUp once it exists', async ({ skip }) => {
    skip(!server.isLike2310, versionDependent);
    const stream = server.stream();
    const [fromStart, fromRevision] = [subscribe(stream), subscribe(stream, '0')];
    await expectSeen(fromStart, ['confirmation']);
    await expectSeen(fromRevision, ['confirmation']);
    await append(server.client, stream, events(2));
    await expectSeen(fromStart, ['confirmation', '0', '1', 'caughtUp']);
    await expectSeen(fromRevision, ['confirmation', '1', 'caughtUp']);
  });

  it('delivers caughtUp immediately from the end', async () => {
    const stream = server.stream();
    const subscription = subscribe(stream, 'end');
    await expectSeen(subscription, ['confirmation', 'caughtUp']);
    await append(server.client, stream, events(1));
    await expectSeen(subscription, ['confirmation', 'caughtUp', '0']);
  });

  it('behaves the same when soft-deleted', async ({ skip }) => {
    skip(!server.isLike2310, versionDependent);
    const stream = await createStream(3);
    await server.client.deleteStream(stream);
    const subscription = subscribe(stream);
    await expectSeen(subscription, ['confirmation']);
    await append(server.client, stream, events(1));
    await expectSeen(subscription, ['confirmation', '3', 'caughtUp']);
  });

  it('ends the subscription with an error when it is tombstoned', async ({ skip }) => {
    skip(!server.isLike2310, versionDependent);
    const stream = server.stream();
    const subscription = subscribe(stream);
    await expectSeen(subscription, ['confirmation']);
    await server.client.tombstoneStream(stream);
    await waitFor(() => subscription.end);
    expect(subscription.end?.code).toBe(status.FAILED_PRECONDITION);
    expect(subscription.seen).toEqual(['confirmation']);
  });
});

it('leaves out hidden events while catching up, but not live', async () => {
  const stream = await createStream(5);
  await server.client.setStreamMetadata(stream, { maxCount: 2 });
  const subscription = subscribe(stream);
  await expectSeen(subscription, ['confirmation', '3', '4', 'caughtUp']);
  await append(server.client, stream, events(4));
  await expectSeen(subscription, ['confirmation', '3', '4', 'caughtUp', '5', '6', '7', '8']);
});

it('continues after a soft delete', async () => {
  const stream = await createStream(1);
  const subscription = subscribe(stream);
  await expectSeen(subscription, ['confirmation', '0', 'caughtUp']);
  await server.client.deleteStream(stream);
  await append(server.client, stream, events(1));
  await expectSeen(subscription, ['confirmation', '0', 'caughtUp', '1']);
});

it('delivers a tombstone and then ends', async () => {
  const stream = await createStream(1);
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

it('ends with an error on a tombstoned stream, except from the end', async () => {
  const stream = await createStream(1);
  await server.client.tombstoneStream(stream);
  for (const from of ['start', '0']) {
    const subscription = subscribe(stream, from);
    await waitFor(() => subscription.end);
    expect(subscription.end?.code).toBe(status.FAILED_PRECONDITION);
    expect(subscription.seen).toEqual([]);
  }
  // Since 24.10 it also ends with the error from the end.
  if (server.isLike2310) await expectSeen(subscribe(stream, 'end'), ['confirmation', 'caughtUp']);
});
