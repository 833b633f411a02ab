import { binaryEvent, jsonEvent } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { contractServer } from './contract-server.fixture.ts';
import { append, events, readStream } from './helpers.fixture.ts';
import { createReadRequest } from './raw-messages.fixture.ts';

const server = contractServer();

async function linkTo(text: string): Promise<string> {
  const links = server.stream('links');
  await server.client.appendToStream(links, binaryEvent({ type: '$>', data: Buffer.from(text) }));
  return links;
}

const resolved = { resolveLinkTos: true };

it('resolves a link to its target on request', async () => {
  const target = server.stream();
  await append(server.client, target, events(2));
  const links = await linkTo(`1@${target}`);
  const [followed] = await readStream(server.client, links, resolved);
  expect(followed?.event).toMatchObject({ streamId: target, revision: 1n });
  expect(followed?.link).toMatchObject({ streamId: links, revision: 0n, type: '$>' });
  expect(followed?.commitPosition).toBe(followed?.link?.position?.commit);
  const [plain] = await readStream(server.client, links);
  expect(plain?.event).toMatchObject({ streamId: links, type: '$>' });
  expect(plain?.link).toBeUndefined();
});

describe('returns an unresolved link for', () => {
  it.each([
    ['a missing stream', async () => {}],
    ['a missing revision', async (stream: string) => void (await append(server.client, stream, events(1)))],
    [
      'a truncated event',
      async (stream: string) => {
        await append(server.client, stream, events(3));
        await server.client.setStreamMetadata(stream, { truncateBefore: 3 });
      },
    ],
    [
      'a soft-deleted stream',
      async (stream: string) => {
        await append(server.client, stream, events(3));
        await server.client.deleteStream(stream);
      },
    ],
    ['a tombstoned stream', async (stream: string) => void (await server.client.tombstoneStream(stream))],
  ])('%s', async (_, prepare) => {
    const target = server.stream();
    await prepare(target);
    const links = await linkTo(`2@${target}`);
    const [dangling] = await readStream(server.client, links, resolved);
    expect(dangling?.event).toBeUndefined();
    expect(dangling?.link).toMatchObject({ streamId: links, type: '$>' });
  });
});

it.each(['nonsense', 'x@y', ''])(
  'returns a link with malformed text %j as an ordinary event',
  async (text) => {
    const links = await linkTo(text);
    const [plain] = await readStream(server.client, links, resolved);
    expect(plain?.event).toMatchObject({ streamId: links, type: '$>' });
    expect(plain?.link).toBeUndefined();
  },
);

it('returns an unresolved link for an empty stream name', async () => {
  const links = await linkTo('1@');
  const [dangling] = await readStream(server.client, links, resolved);
  expect(dangling?.event).toBeUndefined();
  expect(dangling?.link).toMatchObject({ streamId: links, type: '$>' });
});

it('resolves links in subscriptions, catching up and live', async () => {
  const target = server.stream();
  await append(server.client, target, events(2));
  const links = await linkTo(`0@${target}`);
  const subscription = server.raw.subscribe(
    createReadRequest({ stream: links, subscription: true, resolveLinks: true }),
  );
  await waitFor(() => subscription.seen.includes('caughtUp'));
  await server.client.appendToStream(links, jsonEvent({ type: 'between', data: {} }));
  await server.client.appendToStream(links, binaryEvent({ type: '$>', data: Buffer.from(`1@${target}`) }));
  await waitFor(() => subscription.messages.length === 5);
  const [, past, , between, live] = subscription.messages.map((message) => message.getEvent());
  expect([past, live].map((each) => each?.getEvent()?.getStreamRevision())).toEqual(['0', '1']);
  expect([past, live].map((each) => each?.hasLink())).toEqual([true, true]);
  expect(between?.hasLink()).toBe(false);
  subscription.call.cancel();
});
