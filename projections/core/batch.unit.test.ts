import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operation, write } from '../testing/operations.ts';
import { Batch } from './batch.ts';

test('a batch touches every key once', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
      const batch = new Batch();
      for (const one of operations) write(batch, one);
      const keys = batch.groups().flatMap(({ rows }) => rows.map(({ room, seat }) => `${room} ${seat}`));
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});

test('a topic is told once a batch', () => {
  const batch = new Batch();
  batch.changed({ kind: 'classes', classId: 4 });
  batch.changed({ kind: 'classes', classId: 4 });
  batch.changed({ kind: 'classes', classId: 5 });
  expect([...batch.topics.values()]).toEqual([
    { kind: 'classes', classId: 4 },
    { kind: 'classes', classId: 5 },
  ]);
});
