import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import type { Projection } from '../definition/projection.ts';
import { NaiveTables } from '../testing/naive-tables.ts';
import { applyOperation, operation, sampleTable } from '../testing/operations.ts';
import { Batch } from './batch.ts';
import { createTables } from './ddl.ts';
import { Session } from './session.ts';
import { createWriteStatement } from './statements.ts';

const sample: Projection = { name: 'sample', version: 1, tables: [sampleTable], project: () => {} };

let database: TestDatabase;
let session: Session;

beforeAll(async () => {
  database = await freshDatabase();
  session = await Session.open(database.url, 'test');
  await session.client.query(createTables(sample, 'public'));
});
afterAll(async () => {
  await session?.close();
  await database?.drop();
});

async function rowsInPostgres() {
  const { rows } = await database.pool.query(
    `SELECT room, seat, note, taken, free, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
     FROM sample ORDER BY (room || ' ' || seat) COLLATE "C"`,
  );
  return rows;
}

test('batches write the same rows as the single writes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { maxLength: 25 }), { minLength: 1, maxLength: 4 }),
      async (batches) => {
        await session.client.query('TRUNCATE sample');
        const naive = new NaiveTables();
        for (const operations of batches) {
          const batch = new Batch();
          for (const one of operations) {
            applyOperation(naive, one);
            applyOperation(batch, one);
          }
          await session.runTransaction(batch.groups().map((group) => createWriteStatement('public', group)));
        }
        expect(await rowsInPostgres()).toEqual(naive.rows(sampleTable));
      },
    ),
    { numRuns: 150 },
  );
});

test('stores text without the characters that Postgres rejects', async () => {
  await session.client.query('TRUNCATE sample');
  const batch = new Batch();
  const counts = { taken: 0, free: 0, at: '2026-03-02T10:00:00.000Z' };
  batch.put(sampleTable, { room: 'a', seat: 1, note: 'nul\u0000 and half \ud83d', ...counts });
  batch.put(sampleTable, { room: 'a', seat: 2, note: 'said \\u0000', ...counts });
  await session.runTransaction(batch.groups().map((group) => createWriteStatement('public', group)));
  expect((await rowsInPostgres()).map(({ note }) => note)).toEqual(['nul and half �', 'said \\u0000']);
});

test('rolls back every statement of a failed transaction', async () => {
  await session.client.query('TRUNCATE sample');
  const other = await Session.open(database.url, 'test');
  const batch = new Batch();
  batch.put(sampleTable, { room: 'a', seat: 1, at: '2026-03-02T10:00:00.000Z', taken: 0, free: 0 });
  const good = batch.groups().map((group) => createWriteStatement('public', group));
  const bad = { name: 'bad', text: 'SELECT 1 / $1::int', values: ['0'] };
  await expect(other.runTransaction([...good, bad])).rejects.toThrow('division by zero');
  await other.close();
  expect(await rowsInPostgres()).toEqual([]);
});

test('adds by the value of a column, and fills only what is null', async () => {
  await session.client.query('TRUNCATE sample');
  const at = '2026-03-02T10:00:00.000Z';
  const row = { room: 'a', at, taken: 1, free: 1 };
  const write = async (use: (batch: Batch) => void) => {
    const batch = new Batch();
    use(batch);
    await session.runTransaction(batch.groups().map((group) => createWriteStatement('public', group)));
  };
  await write((batch) => {
    batch.put(sampleTable, { ...row, seat: 1, note: 'x' });
    batch.put(sampleTable, { ...row, seat: 2, note: null });
    batch.addWhere(sampleTable, { column: 'note', is: 'x' }, { taken: 5 });
    batch.fillWhere(sampleTable, { column: 'room', is: 'a' }, { note: 'first' });
  });
  await write((batch) => batch.fillWhere(sampleTable, { column: 'room', is: 'a' }, { note: 'second' }));
  expect(await rowsInPostgres()).toEqual([
    { ...row, seat: 1, note: 'x', taken: 6 },
    { ...row, seat: 2, note: 'first' },
  ]);
});
