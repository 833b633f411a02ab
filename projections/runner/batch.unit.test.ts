import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyOperation, operation } from '../testing/operations.ts';
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
