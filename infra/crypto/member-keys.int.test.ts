import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tools/testing/shared-postgres.ts';
import { createMemberKeys } from './member-keys.ts';
import { createSealer } from './sealer.ts';

const rootKey = Buffer.alloc(32, 1);
let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());

test("creates a member's key once, stores it wrapped, and finds it from another process", async () => {
  const keys = createMemberKeys({ pool: database.pool, rootKey });
  await Promise.all([keys.create('ada'), keys.create('ada')]);
  const sealed = await createSealer(keys).seal('ada', { name: 'Ada' });
  await keys.create('ada');
  const other = createSealer(createMemberKeys({ pool: database.pool, rootKey }));
  await expect(other.open('ada', sealed)).resolves.toEqual({ name: 'Ada' });
  const found = (await keys.find(['ada'])).get('ada');
  const key = found !== undefined && 'key' in found ? found.key : Buffer.alloc(0);
  const { rows } = await database.pool.query<{ wrapped_key: Buffer }>(
    "SELECT wrapped_key FROM member_keys WHERE member_id = 'ada'",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.wrapped_key.includes(key)).toBe(false);
});

test('caches a key without a larger buffer', async () => {
  const keys = createMemberKeys({ pool: database.pool, rootKey });
  await keys.create('small');
  const found = (await keys.find(['small'])).get('small');
  expect(found && 'key' in found ? found.key.buffer.byteLength : null).toBe(32);
});

test('finds a thousand members with one query, and from the cache the second time', async () => {
  const keys = createMemberKeys({ pool: database.pool, rootKey });
  const members = Array.from({ length: 1_000 }, (_, index) => `many-${index}`);
  for (const member of members) await keys.create(member);
  let queries = 0;
  const pool = Object.create(database.pool, {
    query: {
      value: (...args: [string, unknown[]]) => {
        queries += 1;
        return database.pool.query(...args);
      },
    },
  });
  const fresh = createMemberKeys({ pool, rootKey });
  expect((await fresh.find([...members, 'nobody'])).size).toBe(1_000);
  expect((await fresh.find(members)).size).toBe(1_000);
  expect(queries).toBe(1);
});

test('never creates a key again after it was destroyed, even if there was none', async () => {
  const keys = createMemberKeys({ pool: database.pool, rootKey });
  const sealer = createSealer(keys);
  await keys.create('eve');
  const sealed = await sealer.seal('eve', { name: 'Eve' });
  await keys.destroy('eve');
  await keys.destroy('eve');
  await keys.destroy('never');
  await expect(sealer.open('eve', sealed)).resolves.toEqual({ forgotten: true });
  await expect(keys.create('eve')).rejects.toThrow(/destroyed/);
  await expect(keys.create('never')).rejects.toThrow(/destroyed/);
  const { rows } = await database.pool.query(
    "SELECT wrapped_key FROM member_keys WHERE member_id IN ('eve', 'never')",
  );
  expect(rows).toEqual([{ wrapped_key: null }, { wrapped_key: null }]);
});

test('decrypts nothing with another master key', async () => {
  const keys = createMemberKeys({ pool: database.pool, rootKey });
  await keys.create('bob');
  const other = createMemberKeys({ pool: database.pool, rootKey: Buffer.alloc(32, 2) });
  await expect(other.find(['bob'])).rejects.toThrow();
});
