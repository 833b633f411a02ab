import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { contractServer } from './contract-server.fixture.ts';
import { append, event, readStream } from './helpers.fixture.ts';
import { parseUUID } from './parse-uuid.fixture.ts';
import { batchChunk, stringUuid } from './raw-messages.fixture.ts';
import type { RawBatch } from './raw-streams.fixture.ts';

const server = contractServer();
const open: RawBatch[] = [];

afterEach(() => {
  for (const batch of open.splice(0)) batch.call.cancel();
});

function start(): RawBatch {
  const batch = server.raw.batch();
  open.push(batch);
  return batch;
}

async function answer(batch: RawBatch, index = 0): Promise<BatchAppendResp> {
  return await waitFor(() => batch.answers[index], { what: 'the answer' });
}

/** One append after another on the same call: what comes of this shows that nothing else came before it. */
async function settled(batch: RawBatch): Promise<void> {
  const before = batch.answers.length;
  batch.send(
    batchChunk({ id: stringUuid(randomUUID()), stream: server.stream(), expected: 'any', events: [{}] }),
  );
  await answer(batch, before);
}

function errorOf(response: BatchAppendResp): { code: number; name: string; type: string } {
  const error = response.getError();
  return {
    code: error?.getCode() ?? 0,
    name: error?.getMessage() ?? '',
    type: error?.getDetails()?.getTypeUrl() ?? '',
  };
}

function payload(response: BatchAppendResp): Uint8Array {
  return response.getError()?.getDetails()?.getValue_asU8() ?? new Uint8Array();
}

const TYPE = 'type.googleapis.com/event_store.client.';

describe('an answer', () => {
  it('has the correlation id as it was sent, the stream, and no expectation', async () => {
    const stream = server.stream();
    const batch = start();
    const id = randomUUID();
    batch.send(batchChunk({ id: stringUuid(id), stream, expected: 'no_stream', events: [{}, {}] }));
    const response = await answer(batch);
    expect(response.getCorrelationId()?.getString()).toBe(id);
    expect(Buffer.from(response.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(stream);
    expect(response.getSuccess()?.getCurrentRevision()).toBe('1');
    expect(response.getSuccess()?.hasPosition()).toBe(true);
    expect(response.getExpectedStreamPositionCase()).toBe(0);
  });

  it('comes once for each batch, and an id may be used again', async () => {
    const batch = start();
    const stream = server.stream();
    const id = stringUuid(randomUUID());
    for (let i = 0; i < 3; i++) {
      batch.send(batchChunk({ id, stream, expected: 'any', events: [{}] }));
      await answer(batch, i);
    }
    expect(batch.answers.map((each) => each.getSuccess()?.getCurrentRevision())).toEqual(['0', '1', '2']);
  });

  it('to an empty batch on a missing stream says that there is none', async () => {
    const batch = start();
    batch.send(batchChunk({ id: stringUuid(randomUUID()), stream: server.stream(), expected: 'any' }));
    expect((await answer(batch)).getSuccess()?.hasNoStream()).toBe(true);
  });
});

describe('chunks', () => {
  it('of several batches may be mixed; each is written with its final chunk', async () => {
    const [one, two] = [server.stream(), server.stream()];
    const [first, second] = [stringUuid(randomUUID()), stringUuid(randomUUID())];
    const batch = start();
    batch.send(batchChunk({ id: first, stream: one, expected: 'no_stream', isFinal: false }));
    batch.send(batchChunk({ id: second, stream: two, expected: 'no_stream', events: [{}], isFinal: false }));
    batch.send(batchChunk({ id: first, events: [{}], isFinal: false }));
    batch.send(batchChunk({ id: second, events: [{}] }));
    const earlier = await answer(batch);
    expect(earlier.getCorrelationId()?.getString()).toBe(second.getString());
    batch.send(batchChunk({ id: first, events: [{}] }));
    await answer(batch, 1);
    expect(await readStream(server.client, one)).toHaveLength(2);
    expect(await readStream(server.client, two)).toHaveLength(2);
  });

  it('with options again join the first batch; without a batch they are ignored', async () => {
    const stream = server.stream();
    const id = stringUuid(randomUUID());
    const batch = start();
    batch.send(batchChunk({ id: stringUuid(randomUUID()), events: [{}] }));
    batch.send(batchChunk({ id, stream, expected: 'no_stream', events: [{}], isFinal: false }));
    batch.send(batchChunk({ id, stream: server.stream(), expected: '77', events: [{}] }));
    expect((await answer(batch)).getSuccess()?.getCurrentRevision()).toBe('1');
    await settled(batch);
    expect(batch.answers).toHaveLength(2);
    expect(await readStream(server.client, stream)).toHaveLength(2);
  });

  it('must be complete within the deadline', async () => {
    const batch = start();
    const id = randomUUID();
    const stream = server.stream();
    batch.send(
      batchChunk({
        id: stringUuid(id),
        stream,
        expected: 'any',
        events: [{}],
        isFinal: false,
        deadline: 300,
      }),
    );
    const response = await answer(batch);
    expect(errorOf(response)).toEqual({ code: 4, name: 'Timeout', type: `${TYPE}Timeout` });
    expect(response.getCorrelationId()?.hasStructured()).toBe(true);
    expect(parseUUID(response.getCorrelationId())).toBe(id);
    batch.send(batchChunk({ id: stringUuid(id), events: [{}] }));
    await settled(batch);
    expect(batch.answers).toHaveLength(2);
  });

  it('must be complete within two seconds, whatever the deadline', async () => {
    const batch = start();
    const began = performance.now();
    batch.send(
      batchChunk({
        id: stringUuid(randomUUID()),
        stream: server.stream(),
        expected: 'any',
        isFinal: false,
        deadline: 60_000,
      }),
    );
    expect(errorOf(await answer(batch)).name).toBe('Timeout');
    expect(performance.now() - began).toBeGreaterThan(1_500);
  });

  it('after the deadline are too late at once', async () => {
    const batch = start();
    batch.send(
      batchChunk({
        id: stringUuid(randomUUID()),
        stream: server.stream(),
        expected: 'any',
        events: [{}],
        deadline: -1_000,
      }),
    );
    expect(errorOf(await answer(batch)).name).toBe('Timeout');
  });
});

describe('errors', () => {
  it('WrongExpectedVersion', async () => {
    const stream = server.stream();
    const batch = start();
    batch.send(batchChunk({ id: stringUuid(randomUUID()), stream, expected: 'stream_exists', events: [{}] }));
    const missing = await answer(batch);
    expect(errorOf(missing)).toEqual({
      code: 6,
      name: 'WrongExpectedVersion',
      type: `${TYPE}WrongExpectedVersion`,
    });
    const atMissing = shared.WrongExpectedVersion.deserializeBinary(payload(missing));
    expect(atMissing.hasCurrentNoStream()).toBe(true);
    expect(atMissing.hasExpectedStreamExists()).toBe(true);
    await append(server.client, stream, [event(), event()]);
    batch.send(batchChunk({ id: stringUuid(randomUUID()), stream, expected: '9', events: [{}] }));
    const atExisting = shared.WrongExpectedVersion.deserializeBinary(payload(await answer(batch, 1)));
    expect(atExisting.getCurrentStreamRevision()).toBe('1');
    expect(atExisting.getExpectedStreamPosition()).toBe('9');
    batch.send(batchChunk({ id: stringUuid(randomUUID()), stream, expected: 'no_stream', events: [{}] }));
    const expectedNone = shared.WrongExpectedVersion.deserializeBinary(payload(await answer(batch, 2)));
    expect(expectedNone.hasExpectedNoStream()).toBe(true);
  });

  it('a known id with a new one, where any is expected, is a conflict that says so', async () => {
    const stream = server.stream();
    const known = event();
    await append(server.client, stream, [known]);
    const batch = start();
    batch.send(
      batchChunk({ id: stringUuid(randomUUID()), stream, expected: 'any', events: [{ id: known.id }, {}] }),
    );
    const conflict = shared.WrongExpectedVersion.deserializeBinary(payload(await answer(batch)));
    expect(conflict.hasExpectedAny()).toBe(true);
    expect(conflict.getCurrentStreamRevision()).toBe('0');
  });

  it('StreamDeleted', async () => {
    const stream = server.stream();
    await server.client.tombstoneStream(stream);
    const batch = start();
    batch.send(batchChunk({ id: stringUuid(randomUUID()), stream, expected: 'any', events: [{}] }));
    const response = await answer(batch);
    expect(errorOf(response)).toEqual({ code: 5, name: 'StreamDeleted', type: `${TYPE}StreamDeleted` });
    const deleted = shared.StreamDeleted.deserializeBinary(payload(response));
    expect(Buffer.from(deleted.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(stream);
  });

  it('MaximumAppendSizeExceeded, counted over all chunks and answered once', async () => {
    const stream = server.stream();
    const id = stringUuid(randomUUID());
    const batch = start();
    const large = { data: 'x'.repeat(900_000) };
    batch.send(batchChunk({ id, stream, expected: 'any', events: [large], isFinal: false }));
    batch.send(batchChunk({ id, events: [large], isFinal: false }));
    batch.send(batchChunk({ id, events: [large] }));
    const response = await answer(batch);
    expect(errorOf(response)).toMatchObject({ code: 3, name: 'MaximumAppendSizeExceeded' });
    expect(shared.MaximumAppendSizeExceeded.deserializeBinary(payload(response)).getMaxappendsize()).toBe(
      1_048_576,
    );
    await settled(batch);
    expect(batch.answers).toHaveLength(2);
  });

  it.each([
    ['a missing event id', { events: [{ id: undefined }] }],
    ['a malformed event id', { events: [{ id: 'nonsense' }] }],
    ['an empty type', { events: [{ type: '' }] }],
    ['no type', { events: [{ type: undefined }] }],
    ['no content type', { events: [{ contentType: undefined }] }],
    ['an empty stream name', { stream: '' }],
    ['no expectation', { expected: undefined }],
    ['a malformed correlation id', { id: stringUuid('nonsense') }],
  ])('BadRequest: %s', async (_, wrong) => {
    const batch = start();
    const stream = server.stream();
    const chunk = batchChunk({
      id: stringUuid(randomUUID()),
      stream,
      expected: 'any',
      events: [{}],
      ...wrong,
    } as never);
    batch.send(chunk);
    expect(errorOf(await answer(batch))).toEqual({ code: 3, name: 'BadRequest', type: `${TYPE}BadRequest` });
    await settled(batch);
  });

  it('a bad event in a chunk without options ends the call', async () => {
    const batch = start();
    const id = stringUuid(randomUUID());
    batch.send(batchChunk({ id, stream: server.stream(), expected: 'any', events: [{}], isFinal: false }));
    batch.send(batchChunk({ id, events: [{ id: 'nonsense' }] }));
    await waitFor(() => batch.end);
    expect(batch.end?.code).toBe(status.UNKNOWN);
  });
});

it('ends after the half-close when the last answer has been given', async () => {
  const batch = start();
  batch.send(
    batchChunk({ id: stringUuid(randomUUID()), stream: server.stream(), expected: 'any', events: [{}] }),
  );
  batch.call.end();
  await waitFor(() => batch.end);
  expect(batch.end?.code).toBe(status.OK);
  expect(batch.answers).toHaveLength(1);
});
