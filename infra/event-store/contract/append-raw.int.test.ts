import { randomUUID } from 'node:crypto';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { contractServer } from './contract-server.fixture.ts';
import { append, events, readStream } from './helpers.fixture.ts';
import { createAppendOptions, createProposedMessage } from './raw-messages.fixture.ts';

const server = contractServer();

describe('messages in an invalid order or form', () => {
  it.each([
    ['nothing at all', () => []],
    ['an empty message', () => [new streams.AppendReq()]],
    ['an event first', () => [createProposedMessage(), createAppendOptions(server.stream(), 'any')]],
    [
      'options twice',
      () => [createAppendOptions(server.stream(), 'any'), createAppendOptions(server.stream(), 'any')],
    ],
    ['no stream name', () => [createAppendOptions('', 'any'), createProposedMessage()]],
    [
      'a missing id',
      () => [createAppendOptions(server.stream(), 'any'), createProposedMessage({ id: undefined })],
    ],
    [
      'a malformed id',
      () => [createAppendOptions(server.stream(), 'any'), createProposedMessage({ id: 'nonsense' })],
    ],
    [
      'a nil id',
      () => [
        createAppendOptions(server.stream(), 'any'),
        createProposedMessage({ id: '00000000-0000-0000-0000-000000000000' }),
      ],
    ],
    [
      'an empty type',
      () => [createAppendOptions(server.stream(), 'any'), createProposedMessage({ type: '' })],
    ],
    [
      'an impossible revision',
      () => [createAppendOptions(server.stream(), '9223372036854775808'), createProposedMessage()],
    ],
  ])('%s: UNKNOWN', async (_, messages) => {
    const { end } = await server.raw.append(messages());
    expect(end).toMatchObject({ code: status.UNKNOWN, details: 'Exception was thrown by handler.' });
    expect(end.trailers.exception).toBeUndefined();
  });

  it('are INVALID_ARGUMENT without an expected revision', async () => {
    const { end } = await server.raw.append([
      createAppendOptions(server.stream(), undefined),
      createProposedMessage(),
    ]);
    expect(end.code).toBe(status.INVALID_ARGUMENT);
  });

  it.each(['type', 'contentType'])('are INVALID_ARGUMENT with the required keys without %s', async (key) => {
    const { end } = await server.raw.append([
      createAppendOptions(server.stream(), 'any'),
      createProposedMessage({ [key]: undefined }),
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

describe('an event', () => {
  it.each([
    ['application/json', true],
    ['application/octet-stream', false],
    ['text/plain', false],
    ['', false],
    ['Application/JSON', false],
    ['application/json; charset=utf-8', false],
  ])('content type %j', async (contentType, isJson) => {
    const stream = server.stream();
    await server.raw.append([
      createAppendOptions(stream, 'any'),
      createProposedMessage({ contentType, data: '{"a":1}' }),
    ]);
    expect((await readStream(server.client, stream))[0]?.event?.isJson).toBe(isJson);
  });

  it('returns an id in any usual form in lower case with dashes', async () => {
    const id = randomUUID();
    const forms = [id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`];
    for (const form of forms) {
      const stream = server.stream();
      await server.raw.append([createAppendOptions(stream, 'any'), createProposedMessage({ id: form })]);
      expect((await readStream(server.client, stream))[0]?.event?.id).toBe(id);
    }
  });

  it('drops other metadata keys', async () => {
    const stream = server.stream();
    await server.raw.append([
      createAppendOptions(stream, 'any'),
      createProposedMessage({ extra: { colour: 'green' } }),
    ]);
    expect(await readStream(server.client, stream)).toHaveLength(1);
  });
});

describe('a response', () => {
  it('treats 2^64-1 as revision as no stream', async () => {
    const stream = server.stream();
    const request = [createAppendOptions(stream, '18446744073709551615'), createProposedMessage()];
    const { response } = await server.raw.append(request);
    expect(response?.getSuccess()?.getCurrentRevision()).toBe('0');
    const { response: second } = await server.raw.append([
      createAppendOptions(stream, '18446744073709551615'),
      createProposedMessage(),
    ]);
    const conflict = second?.getWrongExpectedVersion();
    expect(conflict?.getCurrentRevision()).toBe('0');
    // A real server returns the number of the request.
    if (server.isEmbeddedNode) expect(conflict?.hasExpectedNoStream()).toBe(true);
    else expect(conflict?.getExpectedRevision()).toBe('18446744073709551615');
  });

  it('names the current and the expected revision of a conflict, in old fields and new', async () => {
    const stream = server.stream();
    const { response: missing } = await server.raw.append([
      createAppendOptions(stream, '4'),
      createProposedMessage(),
    ]);
    const atMissing = missing?.getWrongExpectedVersion();
    expect(atMissing?.hasCurrentNoStream()).toBe(true);
    expect(atMissing?.hasNoStream2060()).toBe(true);
    expect(atMissing?.getExpectedRevision()).toBe('4');
    expect(String(atMissing?.getExpectedRevision2060())).toBe('4');
    await append(server.client, stream, events(3));
    const { response: existing } = await server.raw.append([
      createAppendOptions(stream, 'no_stream'),
      createProposedMessage(),
    ]);
    const atExisting = existing?.getWrongExpectedVersion();
    expect(atExisting?.getCurrentRevision()).toBe('2');
    expect(String(atExisting?.getCurrentRevision2060())).toBe('2');
    expect(atExisting?.hasExpectedNoStream()).toBe(true);
  });

  it('reports no stream for an empty append to a missing stream', async () => {
    const { response } = await server.raw.append([createAppendOptions(server.stream(), 'any')]);
    expect(response?.getSuccess()?.hasNoStream()).toBe(true);
    expect(response?.getSuccess()?.hasPosition()).toBe(true);
  });

  it('is INVALID_ARGUMENT with the limit for too much data', async () => {
    const { end } = await server.raw.append([
      createAppendOptions(server.stream(), 'any'),
      createProposedMessage({ data: 'x'.repeat(1_048_577) }),
    ]);
    expect(end).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: 'Maximum Append Size of 1048576 Exceeded.',
      trailers: { exception: 'maximum-append-size-exceeded', 'maximum-append-size': '1048576' },
    });
  });

  it('is FAILED_PRECONDITION with the stream for a tombstoned stream', async () => {
    const stream = server.stream();
    await server.client.tombstoneStream(stream);
    const { end } = await server.raw.append([createAppendOptions(stream, 'any'), createProposedMessage()]);
    expect(end).toMatchObject({
      code: status.FAILED_PRECONDITION,
      details: `Event stream '${stream}' is deleted.`,
      trailers: { exception: 'stream-deleted', 'stream-name': stream },
    });
  });
});
