import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '#tools/testing/shared-postgres.ts';
import { createEmailHash } from './keyed-hash.ts';
import { createMemberKeys } from './member-keys.ts';
import { openRootKey, rewrapRootKey, WrongMasterKey } from './root-key.ts';
import { createSealer } from './sealer.ts';

const masterKey = Buffer.alloc(32, 1);
const another = Buffer.alloc(32, 2);

async function installation() {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  return database.pool;
}

describe('a new installation', () => {
  test('makes its root key once, whoever asks, and keeps it wrapped', async () => {
    const pool = await installation();
    const opened = await Promise.all(Array.from({ length: 5 }, () => openRootKey(pool, masterKey)));
    expect(new Set(opened.map((key) => key.toString('hex'))).size).toBe(1);
    expect(opened[0]).toHaveLength(32);
    expect(opened[0]).not.toEqual(masterKey);
    const { rows } = await pool.query<{ wrapped_key: Buffer }>('SELECT wrapped_key FROM root_key');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.wrapped_key.includes(opened[0] ?? masterKey)).toBe(false);
  });

  test('opens with no other master key, and that changes nothing', async () => {
    const pool = await installation();
    const rootKey = await openRootKey(pool, masterKey);
    await expect(openRootKey(pool, another)).rejects.toThrow(WrongMasterKey);
    await expect(openRootKey(pool, masterKey)).resolves.toEqual(rootKey);
  });
});

describe('an installation of a release that had no root key', () => {
  async function begunBefore(key = masterKey) {
    const pool = await installation();
    const keys = createMemberKeys({ pool, rootKey: key });
    await keys.create('ada');
    return { pool, keys, sealed: await createSealer(keys).seal('ada', { name: 'Ada' }) };
  }

  test('goes on with its master key, so that all it wrote stays readable', async () => {
    const { pool, sealed } = await begunBefore();
    const rootKey = await openRootKey(pool, masterKey);
    expect(rootKey).toEqual(masterKey);
    const sealer = createSealer(createMemberKeys({ pool, rootKey }));
    await expect(sealer.open('ada', sealed)).resolves.toEqual({ name: 'Ada' });
  });

  test('takes no other master key for its own', async () => {
    const { pool } = await begunBefore();
    await expect(openRootKey(pool, another)).rejects.toThrow(WrongMasterKey);
    await expect(openRootKey(pool, masterKey)).resolves.toEqual(masterKey);
  });

  test('goes on with it also when everyone was erased', async () => {
    const { pool, keys } = await begunBefore();
    await keys.destroy('ada');
    await expect(openRootKey(pool, masterKey)).resolves.toEqual(masterKey);
  });

  test('can have another master key, by which its addresses keep their names', async () => {
    const { pool, sealed } = await begunBefore();
    await rewrapRootKey(pool, { from: masterKey, to: another });
    const rootKey = await openRootKey(pool, another);
    const sealer = createSealer(createMemberKeys({ pool, rootKey }));
    await expect(sealer.open('ada', sealed)).resolves.toEqual({ name: 'Ada' });
    expect(createEmailHash(rootKey)('ada@example.com')).toBe(createEmailHash(masterKey)('ada@example.com'));
  });
});

describe('wrapping the root key anew', () => {
  test('leaves it as it was, for the new master key alone', async () => {
    const pool = await installation();
    const rootKey = await openRootKey(pool, masterKey);
    await expect(rewrapRootKey(pool, { from: masterKey, to: another })).resolves.toEqual(rootKey);
    await expect(openRootKey(pool, another)).resolves.toEqual(rootKey);
    await expect(openRootKey(pool, masterKey)).rejects.toThrow(WrongMasterKey);
  });

  test('twice, or by two at once, changes nothing more', async () => {
    const pool = await installation();
    const rootKey = await openRootKey(pool, masterKey);
    const twice = () => rewrapRootKey(pool, { from: masterKey, to: another });
    await expect(Promise.all([twice(), twice()])).resolves.toEqual([rootKey, rootKey]);
    await expect(twice()).resolves.toEqual(rootKey);
    await expect(openRootKey(pool, another)).resolves.toEqual(rootKey);
  });

  test('takes the right key to begin with', async () => {
    const pool = await installation();
    const rootKey = await openRootKey(pool, masterKey);
    const attempt = rewrapRootKey(pool, { from: randomBytes(32), to: another });
    await expect(attempt).rejects.toThrow(WrongMasterKey);
    await expect(openRootKey(pool, masterKey)).resolves.toEqual(rootKey);
  });
});
