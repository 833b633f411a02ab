import { randomUUID } from 'node:crypto';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { contractServer } from './contract-server.fixture.ts';
import { append, events, readStream } from './helpers.fixture.ts';
import { appendOptions, proposed } from './raw-messages.fixture.ts';

const server = contractServer();

describe('the order of messages', () => {
  it.each([
    ['nothing at all', () => []],
    ['an empty message', () => [new streams.AppendReq()]],
    ['an event first', () => [proposed(), appendOptions(server.stream(), 'any')]],
    ['options twice', () => [appendOptions(server.stream(), 'any'), appendOptions(server.stream(), 'any')]],
    ['no stream name', () => [appendOptions('', 'any'), proposed()]],
    ['a missing id', () => [appendOptions(server.stream(), 'any'), proposed({ id: undefined })]],
    ['a malformed id', () => [appendOptions(server.stream(), 'any'), proposed({ id: 'nonsense' })]],
    [
      'a nil id',
      () => [appendOptions(server.stream(), 'any'), proposed({ id: '00000000-0000-0000-0000-000000000000' })],
    ],
    ['an empty type', () => [appendOptions(server.stream(), 'any'), proposed({ type: '' })]],
    ['an impossible revision', () => [appendOptions(server.stream(), '9223372036854775808'), proposed()]],
  ])('%s: UNKNOWN', async (_, messages) => {
    const { end } = await server.raw.append(messages());
    expect(end).toMatchObject({ code: status.UNKNOWN, details: 'Exception was thrown by handler.' });
    expect(end.trailers.exception).toBeUndefined();
  });

  it('no expected revision: INVALID_ARGUMENT', async () => {
    const { end } = await server.raw.append([appendOptions(server.stream(), undefined), proposed()]);
    expect(end.code).toBe(status.INVALID_ARGUMENT);
  });

  it.each(['type', 'contentType'])('no %s: INVALID_ARGUMENT, with the keys named', async (key) => {
    const { end } = await server.raw.append([
      appendOptions(server.stream(), 'any'),
      proposed({ [key]: undefined }),
    ]);
    expect(end).toMatchObject({
      code: status.INVALID_ARGUMENT,
      trailers: {
        exception: 'missing-required-metadata-property',
        'required-metadata-properties': 'type,content-type',
      },
    });
  });
});

describe('what an event may be', () => {
  it.each([
    ['application/json', true],
    ['application/octet-stream', false],
    ['text/plain', false],
    ['', false],
    ['Application/JSON', false],
    ['application/json; charset=utf-8', false],
  ])('content type %j', async (contentType, isJson) => {
    const stream = server.stream();
    await server.raw.append([appendOptions(stream, 'any'), proposed({ contentType, data: '{"a":1}' })]);
    expect((await readStream(server.client, stream))[0]?.event?.isJson).toBe(isJson);
  });

  it('an id in any usual form is given back in lower case with dashes', async () => {
    const id = randomUUID();
    const forms = [id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`];
    for (const form of forms) {
      const stream = server.stream();
      await server.raw.append([appendOptions(stream, 'any'), proposed({ id: form })]);
      expect((await readStream(server.client, stream))[0]?.event?.id).toBe(id);
    }
  });

  it('other metadata keys are dropped', async () => {
    const stream = server.stream();
    await server.raw.append([appendOptions(stream, 'any'), proposed({ extra: { colour: 'green' } })]);
    expect(await readStream(server.client, stream)).toHaveLength(1);
  });
});

describe('answers', () => {
  it('2^64-1 as revision means no stream', async () => {
    const stream = server.stream();
    const request = [appendOptions(stream, '18446744073709551615'), proposed()];
    const { response } = await server.raw.append(request);
    expect(response?.getSuccess()?.getCurrentRevision()).toBe('0');
    const { response: second } = await server.raw.append([
      appendOptions(stream, '18446744073709551615'),
      proposed(),
    ]);
    const conflict = second?.getWrongExpectedVersion();
    expect(conflict?.getCurrentRevision()).toBe('0');
    // A real server gives back the number that it was asked with.
    if (process.env.EVENT_STORE_URL) expect(conflict?.getExpectedRevision()).toBe('18446744073709551615');
    else expect(conflict?.hasExpectedNoStream()).toBe(true);
  });

  it('a conflict names what is and what was expected, in old fields and new', async () => {
    const stream = server.stream();
    const { response: missing } = await server.raw.append([appendOptions(stream, '4'), proposed()]);
    const atMissing = missing?.getWrongExpectedVersion();
    expect(atMissing?.hasCurrentNoStream()).toBe(true);
    expect(atMissing?.hasNoStream2060()).toBe(true);
    expect(atMissing?.getExpectedRevision()).toBe('4');
    expect(String(atMissing?.getExpectedRevision2060())).toBe('4');
    await append(server.client, stream, events(3));
    const { response: existing } = await server.raw.append([appendOptions(stream, 'no_stream'), proposed()]);
    const atExisting = existing?.getWrongExpectedVersion();
    expect(atExisting?.getCurrentRevision()).toBe('2');
    expect(String(atExisting?.getCurrentRevision2060())).toBe('2');
    expect(atExisting?.hasExpectedNoStream()).toBe(true);
  });

  it('an empty append to a missing stream says so', async () => {
    const { response } = await server.raw.append([appendOptions(server.stream(), 'any')]);
    expect(response?.getSuccess()?.hasNoStream()).toBe(true);
    expect(response?.getSuccess()?.hasPosition()).toBe(true);
  });

  it('too much data: INVALID_ARGUMENT, with the limit named', async () => {
    const { end } = await server.raw.append([
      appendOptions(server.stream(), 'any'),
      proposed({ data: 'x'.repeat(1_048_577) }),
    ]);
    expect(end).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: 'Maximum Append Size of 1048576 Exceeded.',
      trailers: { exception: 'maximum-append-size-exceeded', 'maximum-append-size': '1048576' },
    });
  });

  it('a tombstoned stream: FAILED_PRECONDITION, with the stream named', async () => {
    const stream = server.stream();
    await server.client.tombstoneStream(stream);
    const { end } = await server.raw.append([appendOptions(stream, 'any'), proposed()]);
    expect(end).toMatchObject({
      code: status.FAILED_PRECONDITION,
      details: `Event stream '${stream}' is deleted.`,
      trailers: { exception: 'stream-deleted', 'stream-name': stream },
    });
  });
});
