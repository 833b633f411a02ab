import fc from 'fast-check';
import type { Writer } from '../definition/projection.ts';
import { defineTable } from '../definition/table.ts';

/** A table with everything that affects merging writes: a key of two columns, counters and nullable columns. */
export const sampleTable = defineTable({
  name: 'sample',
  columns: {
    room: 'text',
    seat: 'integer',
    note: 'text null',
    at: 'timestamptz',
    taken: 'integer',
    free: 'integer',
  },
  key: ['room', 'seat'],
  counters: ['taken', 'free'],
});

const room = fc.constantFrom('a', "b'\\", 'c"');
const key = fc.record({ room, seat: fc.integer({ min: 1, max: 2 }) });
/** Selects several rows, also by the column that changes. */
const where = fc.oneof(
  fc.record({ column: fc.constant('room' as const), is: room }),
  fc.record({ column: fc.constant('note' as const), is: fc.constantFrom('x', '') }),
);
const note = fc.option(fc.constantFrom('x', '', 'a "quoted" \\ line\n', '£ and 🙂', 'null'));
const at = fc.constantFrom('2026-03-02T10:00:00.000Z', '2026-10-25T01:30:00.123Z');
const count = fc.integer({ min: -9, max: 9 });

export const operation = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    key,
    row: fc.record({ note, at, taken: count, free: count }),
  }),
  fc.record({
    kind: fc.constant('patch' as const),
    key,
    values: fc.record({ note, at, taken: count }, { requiredKeys: [] }),
  }),
  fc.record({
    kind: fc.constant('add' as const),
    key,
    deltas: fc.record({ taken: count, free: count }, { requiredKeys: [] }),
  }),
  fc.record({ kind: fc.constant('remove' as const), key }),
  fc.record({
    kind: fc.constant('patchAll' as const),
    where,
    values: fc.record({ note, taken: count }, { requiredKeys: ['note'] }),
  }),
  fc.record({ kind: fc.constant('removeAll' as const), where }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

export function applyOperation(writer: Writer, one: Operation): void {
  switch (one.kind) {
    case 'put':
      writer.put(sampleTable, { ...one.key, ...one.row });
      break;
    case 'patch':
      writer.patch(sampleTable, one.key, one.values);
      break;
    case 'add':
      writer.add(sampleTable, one.key, one.deltas);
      break;
    case 'remove':
      writer.remove(sampleTable, one.key);
      break;
    case 'patchAll':
      writer.patchAll(sampleTable, one.where, one.values);
      break;
    case 'removeAll':
      writer.removeAll(sampleTable, one.where);
      break;
  }
}
