import { expect, it } from 'vitest';
import type { Expected } from './decide-append.ts';
import { decideDelete, decideTombstone } from './decide-delete.ts';
import { TOMBSTONE_REVISION } from './log-event.ts';
import { MISSING_STREAM, type StreamHead } from './stream-head.ts';

const heads: Record<string, StreamHead> = {
  missing: MISSING_STREAM,
  'without events': { ...MISSING_STREAM, metaRevision: 0 },
  'at 2': { ...MISSING_STREAM, revision: 2 },
  soft: { ...MISSING_STREAM, revision: 2, metadata: { truncateBefore: TOMBSTONE_REVISION } },
  closed: { ...MISSING_STREAM, revision: 2, tombstoned: true },
};
const expectations: Expected[] = [
  { kind: 'any' },
  { kind: 'noStream' },
  { kind: 'streamExists' },
  { kind: 'revision', revision: 2n },
  { kind: 'revision', revision: 1n },
];

it.each([
  ['missing', 'wrong wrong wrong wrong wrong', 'ok ok wrong wrong wrong'],
  ['without events', 'ok ok ok wrong wrong', 'ok ok ok wrong wrong'],
  ['at 2', 'ok wrong ok ok wrong', 'ok wrong ok ok wrong'],
  ['soft', 'ok ok deleted ok wrong', 'ok ok deleted ok wrong'],
  ['closed', 'deleted deleted deleted deleted deleted', 'deleted deleted deleted deleted deleted'],
])('on a stream that is %s, delete is decided as %s and tombstone as %s', (name, deletes, tombstones) => {
  const words = { ok: 'ok', wrongVersion: 'wrong', deleted: 'deleted' };
  const head = heads[name] ?? MISSING_STREAM;
  expect(expectations.map((expected) => words[decideDelete(head, expected)]).join(' ')).toBe(deletes);
  expect(expectations.map((expected) => words[decideTombstone(head, expected)]).join(' ')).toBe(tombstones);
});
