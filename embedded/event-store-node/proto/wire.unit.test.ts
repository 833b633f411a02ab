import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WireFormatError, WireReader } from '#infra/protobuf/wire-reader.ts';
import { type LogEvent, TOMBSTONE_REVISION } from '../log/log-event.ts';
import { canonicalUuid, uuidFromBytes, uuidFromHalves, uuidToBytes, uuidToHalves } from '../log/uuid.ts';
import { encodeEvent, encodeResolvedEvent } from './read-responses.ts';

const eventArbitrary = fc.record({
  position: fc.maxSafeNat(),
  revision: fc.oneof(fc.maxSafeNat(), fc.constant(TOMBSTONE_REVISION)),
  stream: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  type: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  id: fc.uuid(),
  isJson: fc.boolean(),
  createdMicros: fc.maxSafeNat(),
  customMetadata: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  data: fc.uint8Array({ maxLength: 70_000 }).map((bytes) => Buffer.from(bytes)),
});

function body(frame: Buffer): Buffer {
  expect(frame[0]).toBe(0);
  expect(frame.readUInt32BE(1)).toBe(frame.length - 5);
  return frame.subarray(5);
}

describe('encoding read responses', () => {
  it('writes every field of an event as the client decodes it', () => {
    fc.assert(
      fc.property(eventArbitrary, (event: LogEvent) => {
        const read = streams.ReadResp.deserializeBinary(body(encodeEvent(event, 'string'))).getEvent();
        const recorded = read?.getEvent();
        expect(read?.getCommitPosition()).toBe(String(event.position));
        expect(recorded?.getId()?.getString()).toBe(event.id);
        expect(Buffer.from(recorded?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(
          event.stream,
        );
        const revision = event.revision === TOMBSTONE_REVISION ? 2n ** 63n - 1n : BigInt(event.revision);
        expect(recorded?.getStreamRevision()).toBe(String(revision));
        expect(recorded?.getMetadataMap().get('type')).toBe(event.type);
        expect(recorded?.getMetadataMap().get('created')).toBe(`${event.createdMicros}0`);
        expect(Buffer.from(recorded?.getData_asU8() ?? []).equals(event.data)).toBe(true);
        expect(Buffer.from(recorded?.getCustomMetadata_asU8() ?? []).equals(event.customMetadata)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('writes only the link when it has no visible target', () => {
    const [link] = fc.sample(eventArbitrary, 1);
    if (!link) return;
    const read = streams.ReadResp.deserializeBinary(
      body(encodeResolvedEvent({ event: undefined, link }, 'string')),
    ).getEvent();
    expect(read?.hasEvent()).toBe(false);
    expect(read?.getLink()?.getId()?.getString()).toBe(link.id);
    expect(read?.getCommitPosition()).toBe(String(link.position));
  });
});

describe('WireReader', () => {
  it('throws nothing but WireFormatError for random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const reader = new WireReader(Buffer.from(bytes));
        try {
          while (!reader.done) reader.skip(reader.tag());
        } catch (error) {
          expect(error).toBeInstanceOf(WireFormatError);
        }
      }),
    );
  });
});

describe('UUID conversion', () => {
  it('returns the same id from every form', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(uuidFromBytes(uuidToBytes(id))).toBe(id);
        const { most, least } = uuidToHalves(id);
        expect(uuidFromHalves(BigInt.asIntN(64, most), BigInt.asIntN(64, least))).toBe(id);
        for (const form of [id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`])
          expect(canonicalUuid(form)).toBe(id);
      }),
    );
  });

  it.each(['', 'nonsense', '0'.repeat(31), `${'0'.repeat(36)}`])('rejects %j', (text) => {
    expect(canonicalUuid(text)).toBeUndefined();
  });
});
