import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Queryable } from '../postgres/queryable.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { decrypt, encrypt } from './aes-gcm.ts';
import { deriveKey } from './master-key.ts';

/** `MASTER_KEY` is not this installation's. The message names what the operator can do. */
export class WrongMasterKey extends Error {
  constructor() {
    super(
      'MASTER_KEY is not the key of this installation: it decrypts none of its data. Set the key that the installation was created with or last rotated to; if `npm run rotate-master-key` was interrupted, run it again. Nothing was written.',
    );
  }
}

const CONTEXT = 'root-key';
const KEY_BYTES = 32;

const wrap = (masterKey: Buffer, rootKey: Buffer) =>
  encrypt(deriveKey(masterKey, 'root-key'), rootKey, CONTEXT);

/**
 * Returns the 32 bytes that every other key is derived from. They are stored in `root_key`, wrapped by `masterKey`, so that the
 * master key can be replaced. Creates them when the installation starts for the first time.
 * @throws WrongMasterKey
 */
export async function openRootKey(pool: Pool, masterKey: Buffer): Promise<Buffer> {
  const wrapped = (await readWrapped(pool)) ?? (await storeFirstRootKey(pool, masterKey));
  const rootKey = unwrap(masterKey, wrapped);
  if (rootKey === null) throw new WrongMasterKey();
  return rootKey;
}

/**
 * Wraps the root key with a new master key and returns it. Running processes are not affected, and a second call changes nothing.
 * @throws WrongMasterKey when neither key decrypts it
 */
export async function rewrapRootKey(pool: Pool, { from, to }: { from: Buffer; to: Buffer }): Promise<Buffer> {
  if ((await readWrapped(pool)) === null) await storeFirstRootKey(pool, from);
  return inTransaction(pool, async (client) => {
    const wrapped = (await readWrapped(client, 'FOR UPDATE')) ?? Buffer.alloc(0);
    const rewrapped = unwrap(to, wrapped);
    if (rewrapped !== null) return rewrapped;
    const rootKey = unwrap(from, wrapped);
    if (rootKey === null) throw new WrongMasterKey();
    await client.query('UPDATE root_key SET wrapped_key = $1, wrapped_at = now()', [wrap(to, rootKey)]);
    return rootKey;
  });
}

async function readWrapped(client: Queryable, lock: '' | 'FOR UPDATE' = ''): Promise<Buffer | null> {
  const { rows } = await client.query<{ wrapped_key: Buffer }>(`SELECT wrapped_key FROM root_key ${lock}`);
  return rows[0]?.wrapped_key ?? null;
}

const unwrap = (masterKey: Buffer, wrapped: Buffer) =>
  tryDecrypt(deriveKey(masterKey, 'root-key'), wrapped, CONTEXT);

/** Returns null when the key is another one. */
function tryDecrypt(key: Buffer, wrapped: Buffer, context: string): Buffer | null {
  try {
    return decrypt(key, wrapped, context);
  } catch {
    return null;
  }
}

/** One of several processes that start a new installation concurrently creates the root key. */
async function storeFirstRootKey(pool: Pool, masterKey: Buffer): Promise<Buffer> {
  return inTransaction(pool, async (client) => {
    await client.query('LOCK TABLE root_key IN SHARE ROW EXCLUSIVE MODE');
    const existing = await readWrapped(client);
    if (existing !== null) return existing;
    const wrapped = wrap(masterKey, await chooseFirstRootKey(client, masterKey));
    await client.query('INSERT INTO root_key (wrapped_key) VALUES ($1)', [wrapped]);
    return wrapped;
  });
}

/** Older releases derived all keys from the master key itself, so it becomes the root key, and their data stays readable. */
async function chooseFirstRootKey(client: Queryable, masterKey: Buffer): Promise<Buffer> {
  const { rows } = await client.query<{ member_id: string; wrapped_key: Buffer | null }>(
    'SELECT member_id, wrapped_key FROM member_keys ORDER BY wrapped_key IS NULL LIMIT 1',
  );
  const [row] = rows;
  if (row === undefined) return randomBytes(KEY_BYTES);
  const { member_id: memberId, wrapped_key: wrapped } = row;
  const isOurs =
    wrapped === null || tryDecrypt(deriveKey(masterKey, 'member-keys'), wrapped, memberId) !== null;
  if (!isOurs) throw new WrongMasterKey();
  return masterKey;
}
