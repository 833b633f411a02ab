import { describe, expect, it } from 'vitest';
import { TOMBSTONE_REVISION } from './log-event.ts';
import { MISSING_STREAM } from './stream-head.ts';
import { parseStreamMetadata, SOFT_DELETE_METADATA, withTruncateBefore } from './stream-metadata.ts';
import { getVisibility } from './visible-events.ts';

const parse = (text: string) => parseStreamMetadata(true, Buffer.from(text));

describe('parseStreamMetadata', () => {
  it.each([
    ['{"$maxCount":3,"$maxAge":60,"$tb":5,"other":1}', { maxCount: 3, maxAgeSeconds: 60, truncateBefore: 5 }],
    ['{"$maxCount":0,"$maxAge":-1,"$tb":-1}', {}],
    ['{"$maxCount":0,"$tb":0}', { truncateBefore: 0 }],
    ['{"$maxCount":"3","$tb":5}', {}],
    ['{"$maxCount":3.5,"$tb":5}', {}],
    ['{"$maxCount":3.0}', {}],
    ['{"$tb":1e3}', {}],
    ['{"$tb":null,"$maxCount":1}', {}],
    ['{"$maxCount":1,"in":{"$maxCount":"x","$tb":9}}', { maxCount: 1 }],
    ['[{"$maxCount":1}]', {}],
    ['"text"', {}],
    ['{"$maxCount":1', {}],
    ['', {}],
    ['{"$tb":9223372036854775808}', {}],
    ['{"$tb":9223372036854775807}', { truncateBefore: TOMBSTONE_REVISION }],
    ['{"$tb":9223372036854775806}', { truncateBefore: Number.MAX_SAFE_INTEGER }],
  ])('parses %s as %j', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it('returns no metadata when the event is not JSON', () => {
    expect(parseStreamMetadata(false, Buffer.from('{"$maxCount":3}'))).toEqual({});
  });

  it('recognises a soft delete by its $tb, which withTruncateBefore replaces', () => {
    expect(parseStreamMetadata(true, SOFT_DELETE_METADATA)).toEqual({ truncateBefore: TOMBSTONE_REVISION });
    expect(withTruncateBefore(Buffer.from('{"$tb":1,"a":"b"}'), 7)?.toString()).toBe('{"$tb":7,"a":"b"}');
    expect(withTruncateBefore(Buffer.from('nonsense'), 7)).toBeUndefined();
  });
});

describe('getVisibility', () => {
  const head = { ...MISSING_STREAM, revision: 9 };

  it.each([
    ['s', head, { kind: 'visible', first: 0, last: 9 }],
    ['s', { ...head, metadata: { maxCount: 3 } }, { kind: 'visible', first: 7, last: 9 }],
    ['s', { ...head, metadata: { maxCount: 3, truncateBefore: 8 } }, { kind: 'visible', first: 8, last: 9 }],
    ['s', { ...head, metadata: { truncateBefore: 50 } }, { kind: 'visible', first: 50, last: 9 }],
    ['s', { ...head, metadata: { truncateBefore: TOMBSTONE_REVISION } }, { kind: 'notFound' }],
    ['s', MISSING_STREAM, { kind: 'notFound' }],
    ['s', { ...head, tombstoned: true }, { kind: 'deleted' }],
    ['$$s', head, { kind: 'visible', first: 9, last: 9 }],
  ])('shows of stream %s with head %j: %j', (stream, state, expected) => {
    expect(getVisibility(stream, state, 0)).toMatchObject(expected);
  });

  it('subtracts $maxAge from the current time', () => {
    const aged = { ...head, metadata: { maxAgeSeconds: 60 } };
    expect(getVisibility('s', aged, 100_000_000)).toMatchObject({ createdFrom: 40_000_000 });
  });
});
