import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AppendDecision, decideAppend, type Expected, revisionsToCompare } from './decide-append.ts';
import { TOMBSTONE_REVISION } from './log-event.ts';
import { MISSING_STREAM, type StreamHead } from './stream-head.ts';

const at = (revision: number, more: Partial<StreamHead> = {}): StreamHead => ({
  ...MISSING_STREAM,
  revision,
  ...more,
});
const softDeleted = { metadata: { truncateBefore: TOMBSTONE_REVISION }, metaRevision: 0 };
const exactly = (revision: number): Expected => ({ kind: 'revision', revision: BigInt(revision) });
const ANY: Expected = { kind: 'any' };
const NO_STREAM: Expected = { kind: 'noStream' };
const EXISTS: Expected = { kind: 'streamExists' };

/** Decides an append to a stream that holds these ids. */
function decide(
  stored: readonly string[],
  expected: Expected,
  ids: readonly string[],
  head = at(stored.length - 1),
): AppendDecision {
  const place = (revision: number) => ({ revision, position: 1000 + revision });
  return decideAppend(head, expected, ids, {
    at: (revision) => {
      const id = stored[revision];
      return id === undefined ? undefined : { id, position: place(revision).position };
    },
    findRecent: (id) => (stored.includes(id) ? place(stored.indexOf(id)) : undefined),
  });
}

const STORED = ['a', 'b', 'c', 'd'];
const expectations: Record<string, Expected> = {
  no_stream: NO_STREAM,
  0: exactly(0),
  1: exactly(1),
  2: exactly(2),
  3: exactly(3),
  any: ANY,
  exists: EXISTS,
  9: exactly(9),
};

describe('an append when some of its ids are already stored', () => {
  it.each([
    ['a', 'no_stream:0 any:0 exists:0'],
    ['a b', 'no_stream:1 any:1 exists:1'],
    ['b', '0:1 any:1 exists:1'],
    ['a b c', 'no_stream:2 any:2 exists:2'],
    ['c', '1:2 any:2 exists:2'],
    ['c d', '1:3 any:3 exists:3'],
    ['d', '2:3 any:3 exists:3'],
    ['b a', 'any:0 exists:0'],
    ['a c', 'any:2 exists:2'],
    ['a a', 'any:0 exists:0'],
    ['a new', ''],
    ['d new', ''],
    ['new a', 'any:write exists:write'],
    ['new new', 'any:write exists:write'],
  ])('%s is accepted with the outcomes "%s"', (names, accepted) => {
    const outcomes = new Map(
      accepted
        .split(' ')
        .filter(Boolean)
        .map((each) => each.split(':') as [string, string]),
    );
    for (const [name, expected] of Object.entries(expectations)) {
      const decision = decide(STORED, expected, names.split(' '));
      const outcome = name === '3' ? 'write' : outcomes.get(name);
      if (outcome === undefined) expect(decision).toEqual({ kind: 'wrongVersion', current: 3 });
      else if (outcome === 'write') expect(decision).toMatchObject({ kind: 'write', firstRevision: 4 });
      else
        expect(decision).toEqual({
          kind: 'duplicate',
          revision: Number(outcome),
          position: 1000 + Number(outcome),
        });
    }
  });
});

describe('appending with an expected revision', () => {
  it.each([
    ['a missing stream', at(-1), { any: 0, no_stream: 0, exists: undefined, 0: undefined }],
    ['a missing stream with metadata', at(-1, { metaRevision: 0 }), { any: 0, no_stream: 0, exists: 0 }],
    ['a stream at 3', at(3), { any: 4, exists: 4, 3: 4, no_stream: undefined, 2: undefined, 9: undefined }],
    ['one soft-deleted at 3', at(3, softDeleted), { any: 4, no_stream: 4, 3: 4, 2: undefined }],
  ])('is accepted or a wrong version on %s', (_, head, outcomes) => {
    for (const [name, firstRevision] of Object.entries(outcomes)) {
      const decision = decideAppend(head, expectations[name] ?? ANY, ['x'], {
        at: () => undefined,
        findRecent: () => undefined,
      });
      if (firstRevision === undefined)
        expect(decision).toEqual({ kind: 'wrongVersion', current: head.revision });
      else expect(decision).toMatchObject({ kind: 'write', firstRevision });
    }
  });

  it('is rejected as deleted on a tombstoned stream, and with stream_exists on a soft-deleted one', () => {
    for (const expected of Object.values(expectations)) {
      expect(decide(STORED, expected, ['x'], at(3, { tombstoned: true }))).toEqual({ kind: 'deleted' });
    }
    expect(decide(STORED, EXISTS, ['x'], at(3, softDeleted))).toEqual({ kind: 'deleted' });
  });

  it('returns duplicates without a position on a soft-deleted stream, and undeletes it for a new event', () => {
    const head = at(3, softDeleted);
    expect(decide(STORED, NO_STREAM, ['a'], head)).toEqual({
      kind: 'duplicate',
      revision: 0,
      position: undefined,
    });
    expect(decide(STORED, ANY, ['c'], head)).toEqual({ kind: 'duplicate', revision: 2, position: undefined });
    expect(decide(STORED, NO_STREAM, ['x'], head)).toEqual({
      kind: 'write',
      firstRevision: 4,
      undeletes: true,
    });
  });

  it('checks an empty append and writes nothing', () => {
    expect(decide(STORED, ANY, [])).toEqual({ kind: 'nothing', revision: 3 });
    expect(decide(STORED, exactly(3), [])).toEqual({ kind: 'nothing', revision: 3 });
    expect(decide(STORED, exactly(1), [])).toEqual({ kind: 'wrongVersion', current: 3 });
    expect(decide([], NO_STREAM, [])).toEqual({ kind: 'nothing', revision: -1 });
  });
});

it('treats a repeated append with an exact revision as a duplicate, however much was appended since', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
      fc.nat(),
      (sizes, pick) => {
        const stored: string[] = [];
        const appends = sizes.map((size) => {
          const from = stored.length;
          const ids = Array.from({ length: size }, (_, i) => `id-${from + i}`);
          stored.push(...ids);
          return { from, ids };
        });
        const repeated = appends[pick % appends.length];
        if (!repeated) return;
        const expected = repeated.from === 0 ? NO_STREAM : exactly(repeated.from - 1);
        const revision = repeated.from + repeated.ids.length - 1;
        expect(decide(stored, expected, repeated.ids)).toEqual({
          kind: 'duplicate',
          revision,
          position: 1000 + revision,
        });
        const span = revisionsToCompare(at(stored.length - 1), expected, repeated.ids.length);
        expect(span).toEqual({ from: repeated.from, to: revision });
      },
    ),
  );
});
