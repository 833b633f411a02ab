import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyOperation, operation, sampleTable } from '../testing/operations.ts';
import { Batch } from './batch.ts';

test('writes every key once between two writes of many rows', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
      const batch = new Batch();
      for (const one of operations) applyOperation(batch, one);
      let writtenKeys = new Set<string>();
      for (const { by, rows } of batch.groups()) {
        if (by !== undefined) writtenKeys = new Set();
        else {
          for (const { room, seat } of rows) {
            expect(writtenKeys).not.toContain(`${room} ${seat}`);
            writtenKeys.add(`${room} ${seat}`);
          }
        }
      }
    }),
  );
});

test('lists each topic once in a batch', () => {
  const batch = new Batch();
  batch.changed({ kind: 'classes', classId: 4 });
  batch.changed({ kind: 'classes', classId: 4 });
  batch.changed({ kind: 'classes', classId: 5 });
  expect([...batch.topics.values()]).toEqual([
    { kind: 'classes', classId: 4 },
    { kind: 'classes', classId: 5 },
  ]);
});

test('merges additions and first values by a column, and sends them after all other writes', () => {
  const batch = new Batch();
  const where = { column: 'note', is: 'x' } as const;
  batch.addWhere(sampleTable, where, { taken: 2 });
  batch.fillWhere(sampleTable, where, { at: '2026-03-02T10:00:00.000Z' });
  batch.put(sampleTable, { room: 'a', seat: 1, note: 'x', at: '', taken: 0, free: 0 });
  batch.addWhere(sampleTable, where, { taken: -1, free: 4 });
  batch.fillWhere(sampleTable, where, { at: '2026-03-03T10:00:00.000Z' });
  const groups = batch.groups();
  expect(groups.map(({ kind, by }) => [kind, by])).toEqual([
    ['put', undefined],
    ['patch', 'note'],
    ['patch', 'note'],
  ]);
  expect(groups.slice(1).map(({ rows }) => rows.map((row) => Object.values(row)))).toEqual([
    [['x', 1, 4]],
    [['x', '2026-03-02T10:00:00.000Z']],
  ]);
});
