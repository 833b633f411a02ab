import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import { contractServer } from './contract-server.fixture.ts';
import { append, event, readStream } from './helpers.fixture.ts';
import { parseUUID } from './parse-uuid.fixture.ts';
import { createBatchChunk, createStringUuid } from './raw-messages.fixture.ts';
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

async function waitForResponse(batch: RawBatch, index = 0): Promise<BatchAppendResp> {
  return await waitFor(() => batch.responses[index], { what: 'the response' });
}

/** Waits for the response to another append on the call, so that earlier responses have arrived. */
async function drain(batch: RawBatch): Promise<void> {
  const before = batch.responses.length;
  batch.send(
    createBatchChunk({
      id: createStringUuid(randomUUID()),
      stream: server.stream(),
      expected: 'any',
      events: [{}],
    }),
  );
  await waitForResponse(batch, before);
}

function toError(response: BatchAppendResp): { code: number; name: string; type: string } {
  const error = response.getError();
  return {
    code: error?.getCode() ?? 0,
    name: error?.getMessage() ?? '',
    type: error?.getDetails()?.getTypeUrl() ?? '',
  };
}

function getPayload(response: BatchAppendResp): Uint8Array {
  return response.getError()?.getDetails()?.getValue_asU8() ?? new Uint8Array();
}

const TYPE = 'type.googleapis.com/event_store.client.';

describe('a response', () => {
  it('has the correlation id as sent, the stream, and no expected position', async () => {
    const stream = server.stream();
    const batch = start();
    const id = randomUUID();
    batch.send(
      createBatchChunk({ id: createStringUuid(id), stream, expected: 'no_stream', events: [{}, {}] }),
    );
    const response = await waitForResponse(batch);
    expect(response.getCorrelationId()?.getString()).toBe(id);
    expect(Buffer.from(response.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(stream);
    expect(response.getSuccess()?.getCurrentRevision()).toBe('1');
    expect(response.getSuccess()?.hasPosition()).toBe(true);
    expect(response.getExpectedStreamPositionCase()).toBe(0);
  });

  it('is sent once for each batch, also when a correlation id is reused', async () => {
    const batch = start();
    const stream = server.stream();
    const id = createStringUuid(randomUUID());
    for (let i = 0; i < 3; i++) {
      batch.send(createBatchChunk({ id, stream, expected: 'any', events: [{}] }));
      await waitForResponse(batch, i);
    }
    expect(batch.responses.map((each) => each.getSuccess()?.getCurrentRevision())).toEqual(['0', '1', '2']);
  });

  it('reports no stream for an empty batch on a missing stream', async () => {
    const batch = start();
    batch.send(
      createBatchChunk({ id: createStringUuid(randomUUID()), stream: server.stream(), expected: 'any' }),
    );
    expect((await waitForResponse(batch)).getSuccess()?.hasNoStream()).toBe(true);
  });
});

describe('chunks', () => {
  it('of several batches may be interleaved; each batch is written with its final chunk', async () => {
    const [one, two] = [server.stream(), server.stream()];
    const [first, second] = [createStringUuid(randomUUID()), createStringUuid(randomUUID())];
    const batch = start();
    batch.send(createBatchChunk({ id: first, stream: one, expected: 'no_stream', isFinal: false }));
    batch.send(
      createBatchChunk({ id: second, stream: two, expected: 'no_stream', events: [{}], isFinal: false }),
    );
    batch.send(createBatchChunk({ id: first, events: [{}], isFinal: false }));
    batch.send(createBatchChunk({ id: second, events: [{}] }));
    const earlier = await waitForResponse(batch);
    expect(earlier.getCorrelationId()?.getString()).toBe(second.getString());
    batch.send(createBatchChunk({ id: first, events: [{}] }));
    await waitForResponse(batch, 1);
    expect(await readStream(server.client, one)).toHaveLength(2);
    expect(await readStream(server.client, two)).toHaveLength(2);
  });

  it('with repeated options join the first batch, and are ignored without a batch', async () => {
    const stream = server.stream();
    const id = createStringUuid(randomUUID());
    const batch = start();
    batch.send(createBatchChunk({ id: createStringUuid(randomUUID()), events: [{}] }));
    batch.send(createBatchChunk({ id, stream, expected: 'no_stream', events: [{}], isFinal: false }));
    batch.send(createBatchChunk({ id, stream: server.stream(), expected: '77', events: [{}] }));
    expect((await waitForResponse(batch)).getSuccess()?.getCurrentRevision()).toBe('1');
    await drain(batch);
    expect(batch.responses).toHaveLength(2);
    expect(await readStream(server.client, stream)).toHaveLength(2);
  });

  it('must be complete within the deadline', async () => {
    const batch = start();
    const id = randomUUID();
    const stream = server.stream();
    batch.send(
      createBatchChunk({
        id: createStringUuid(id),
        stream,
        expected: 'any',
        events: [{}],
        isFinal: false,
        deadline: 300,
      }),
    );
    const response = await waitForResponse(batch);
    expect(toError(response)).toEqual({ code: 4, name: 'Timeout', type: `${TYPE}Timeout` });
    expect(response.getCorrelationId()?.hasStructured()).toBe(true);
    expect(parseUUID(response.getCorrelationId())).toBe(id);
    batch.send(createBatchChunk({ id: createStringUuid(id), events: [{}] }));
    await drain(batch);
    expect(batch.responses).toHaveLength(2);
  });

  it('must be complete within two seconds, whatever the deadline', async () => {
    const batch = start();
    const began = performance.now();
    batch.send(
      createBatchChunk({
        id: createStringUuid(randomUUID()),
        stream: server.stream(),
        expected: 'any',
        isFinal: false,
        deadline: 60_000,
      }),
    );
    expect(toError(await waitForResponse(batch)).name).toBe('Timeout');
    expect(performance.now() - began).toBeGreaterThan(1_500);
  });

  it('time out immediately after the deadline', async () => {
    const batch = start();
    batch.send(
      createBatchChunk({
        id: createStringUuid(randomUUID()),
        stream: server.stream(),
        expected: 'any',
        events: [{}],
        deadline: -1_000,
      }),
    );
    expect(toError(await waitForResponse(batch)).name).toBe('Timeout');
  });
});

describe('errors', () => {
  it('WrongExpectedVersion names the current and the expected revision', async () => {
    const stream = server.stream();
    const batch = start();
    batch.send(
      createBatchChunk({
        id: createStringUuid(randomUUID()),
        stream,
        expected: 'stream_exists',
        events: [{}],
      }),
    );
    const missing = await waitForResponse(batch);
    expect(toError(missing)).toEqual({
      code: 6,
      name: 'WrongExpectedVersion',
      type: `${TYPE}WrongExpectedVersion`,
    });
    const atMissing = shared.WrongExpectedVersion.deserializeBinary(getPayload(missing));
    expect(atMissing.hasCurrentNoStream()).toBe(true);
    expect(atMissing.hasExpectedStreamExists()).toBe(true);
    await append(server.client, stream, [event(), event()]);
    batch.send(createBatchChunk({ id: createStringUuid(randomUUID()), stream, expected: '9', events: [{}] }));
    const atExisting = shared.WrongExpectedVersion.deserializeBinary(
      getPayload(await waitForResponse(batch, 1)),
    );
    expect(atExisting.getCurrentStreamRevision()).toBe('1');
    expect(atExisting.getExpectedStreamPosition()).toBe('9');
    batch.send(
      createBatchChunk({ id: createStringUuid(randomUUID()), stream, expected: 'no_stream', events: [{}] }),
    );
    const expectedNone = shared.WrongExpectedVersion.deserializeBinary(
      getPayload(await waitForResponse(batch, 2)),
    );
    expect(expectedNone.hasExpectedNoStream()).toBe(true);
  });

  it('a known event id with a new one is a conflict that expected any', async () => {
    const stream = server.stream();
    const known = event();
    await append(server.client, stream, [known]);
    const batch = start();
    batch.send(
      createBatchChunk({
        id: createStringUuid(randomUUID()),
        stream,
        expected: 'any',
        events: [{ id: known.id }, {}],
      }),
    );
    const conflict = shared.WrongExpectedVersion.deserializeBinary(getPayload(await waitForResponse(batch)));
    expect(conflict.hasExpectedAny()).toBe(true);
    expect(conflict.getCurrentStreamRevision()).toBe('0');
  });

  it('StreamDeleted names the stream', async () => {
    const stream = server.stream();
    await server.client.tombstoneStream(stream);
    const batch = start();
    batch.send(
      createBatchChunk({ id: createStringUuid(randomUUID()), stream, expected: 'any', events: [{}] }),
    );
    const response = await waitForResponse(batch);
    expect(toError(response)).toEqual({ code: 5, name: 'StreamDeleted', type: `${TYPE}StreamDeleted` });
    const deleted = shared.StreamDeleted.deserializeBinary(getPayload(response));
    expect(Buffer.from(deleted.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(stream);
  });

  it('MaximumAppendSizeExceeded counts all chunks and is sent once', async () => {
    const stream = server.stream();
    const id = createStringUuid(randomUUID());
    const batch = start();
    const large = { data: 'x'.repeat(900_000) };
    batch.send(createBatchChunk({ id, stream, expected: 'any', events: [large], isFinal: false }));
    batch.send(createBatchChunk({ id, events: [large], isFinal: false }));
    batch.send(createBatchChunk({ id, events: [large] }));
    const response = await waitForResponse(batch);
    expect(toError(response)).toMatchObject({ code: 3, name: 'MaximumAppendSizeExceeded' });
    expect(shared.MaximumAppendSizeExceeded.deserializeBinary(getPayload(response)).getMaxappendsize()).toBe(
      1_048_576,
    );
    await drain(batch);
    expect(batch.responses).toHaveLength(2);
  });

  it.each([
    ['a missing event id', { events: [{ id: undefined }] }],
    ['a malformed event id', { events: [{ id: 'nonsense' }] }],
    ['an empty type', { events: [{ type: '' }] }],
    ['no type', { events: [{ type: undefined }] }],
    ['no content type', { events: [{ contentType: undefined }] }],
    ['an empty stream name', { stream: '' }],
    ['no expected position', { expected: undefined }],
    ['a malformed correlation id', { id: createStringUuid('nonsense') }],
  ])('BadRequest: %s', async (_, wrong) => {
    const batch = start();
    const stream = server.stream();
    const chunk = createBatchChunk({
      id: createStringUuid(randomUUID()),
      stream,
      expected: 'any',
      events: [{}],
      ...wrong,
    } as never);
    batch.send(chunk);
    expect(toError(await waitForResponse(batch))).toEqual({
      code: 3,
      name: 'BadRequest',
      type: `${TYPE}BadRequest`,
    });
    await drain(batch);
  });

  it('a bad event in a chunk without options ends the call', async () => {
    const batch = start();
    const id = createStringUuid(randomUUID());
    batch.send(
      createBatchChunk({ id, stream: server.stream(), expected: 'any', events: [{}], isFinal: false }),
    );
    batch.send(createBatchChunk({ id, events: [{ id: 'nonsense' }] }));
    await waitFor(() => batch.end);
    expect(batch.end?.code).toBe(status.UNKNOWN);
  });
});

it('ends after the half-close when the last response is sent', async () => {
  const batch = start();
  batch.send(
    createBatchChunk({
      id: createStringUuid(randomUUID()),
      stream: server.stream(),
      expected: 'any',
      events: [{}],
    }),
  );
  batch.call.end();
  await waitFor(() => batch.end);
  expect(batch.end?.code).toBe(status.OK);
  expect(batch.responses).toHaveLength(1);
});
