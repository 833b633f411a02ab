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
  test('creates its root key once, even concurrently, and stores it wrapped', async () => {
    const pool = await installation();
    const opened = await Promise.all(Array.from({ length: 5 }, () => openRootKey(pool, masterKey)));
    expect(new Set(opened.map((key) => key.toString('hex'))).size).toBe(1);
    expect(opened[0]).toHaveLength(32);
    expect(opened[0]).not.toEqual(masterKey);
    const { rows } = await pool.query<{ wrapped_key: Buffer }>('SELECT wrapped_key FROM root_key');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.wrapped_key.includes(opened[0] ?? masterKey)).toBe(false);
  });

  test('rejects another master key without changing anything', async () => {
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

  test('uses its master key as root key, so that its data stays readable', async () => {
    const { pool, sealed } = await begunBefore();
    const rootKey = await openRootKey(pool, masterKey);
    expect(rootKey).toEqual(masterKey);
    const sealer = createSealer(createMemberKeys({ pool, rootKey }));
    await expect(sealer.open('ada', sealed)).resolves.toEqual({ name: 'Ada' });
  });

  test('rejects another master key', async () => {
    const { pool } = await begunBefore();
    await expect(openRootKey(pool, another)).rejects.toThrow(WrongMasterKey);
    await expect(openRootKey(pool, masterKey)).resolves.toEqual(masterKey);
  });

  test('uses its master key as root key also when everybody was erased', async () => {
    const { pool, keys } = await begunBefore();
    await keys.destroy('ada');
    await expect(openRootKey(pool, masterKey)).resolves.toEqual(masterKey);
  });

  test('keeps its address hashes when the master key is replaced', async () => {
    const { pool, sealed } = await begunBefore();
    await rewrapRootKey(pool, { from: masterKey, to: another });
    const rootKey = await openRootKey(pool, another);
    const sealer = createSealer(createMemberKeys({ pool, rootKey }));
    await expect(sealer.open('ada', sealed)).resolves.toEqual({ name: 'Ada' });
    expect(createEmailHash(rootKey)('ada@example.com')).toBe(createEmailHash(masterKey)('ada@example.com'));
  });
});

describe('rewrapping the root key', () => {
  test('does not change it, and only the new master key decrypts it', async () => {
    const pool = await installation();
    const rootKey = await openRootKey(pool, masterKey);
    await expect(rewrapRootKey(pool, { from: masterKey, to: another })).resolves.toEqual(rootKey);
    await expect(openRootKey(pool, another)).resolves.toEqual(rootKey);
    await expect(openRootKey(pool, masterKey)).rejects.toThrow(WrongMasterKey);
  });

  test('changes nothing when repeated or run concurrently', async () => {
    const pool = await installation();
    const rootKey = await openRootKey(pool, masterKey);
    const twice = () => rewrapRootKey(pool, { from: masterKey, to: another });
    await expect(Promise.all([twice(), twice()])).resolves.toEqual([rootKey, rootKey]);
    await expect(twice()).resolves.toEqual(rootKey);
    await expect(openRootKey(pool, another)).resolves.toEqual(rootKey);
  });

  test('requires the current master key', async () => {
    const pool = await installation();
    const rootKey = await openRootKey(pool, masterKey);
    const attempt = rewrapRootKey(pool, { from: randomBytes(32), to: another });
    await expect(attempt).rejects.toThrow(WrongMasterKey);
    await expect(openRootKey(pool, masterKey)).resolves.toEqual(rootKey);
  });
});
