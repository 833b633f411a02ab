import { expect, it } from 'vitest';
import type { Expected } from './decide-append.ts';
import { decideDelete, decideTombstone } from './decide-delete.ts';
import { TOMBSTONE_REVISION } from './log-event.ts';
import { MISSING_STREAM, type StreamHead } from './stream-head.ts';

const heads: Record<string, StreamHead> = {
  missing: MISSING_STREAM,
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
  ['missing', 'wev wev wev wev wev', 'ok ok wev wev wev'],
  ['at 2', 'ok wev ok ok wev', 'ok wev ok ok wev'],
  ['soft', 'ok ok gone ok wev', 'ok ok gone ok wev'],
  ['closed', 'gone gone gone gone gone', 'gone gone gone gone gone'],
])('%s: delete %s, tombstone %s', (name, deletes, tombstones) => {
  const words = { ok: 'ok', wrongVersion: 'wev', deleted: 'gone' };
  const head = heads[name] ?? MISSING_STREAM;
  expect(expectations.map((expected) => words[decideDelete(head, expected)]).join(' ')).toBe(deletes);
  expect(expectations.map((expected) => words[decideTombstone(head, expected)]).join(' ')).toBe(tombstones);
});
