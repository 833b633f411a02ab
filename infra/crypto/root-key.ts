import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Queryable } from '../postgres/queryable.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { decrypt, encrypt } from './aes-gcm.ts';
import { deriveKey } from './master-key.ts';

/** The `MASTER_KEY` that was given is not this installation's. Its message says what to do. */
export class WrongMasterKey extends Error {
  constructor() {
    super(
      'MASTER_KEY is not the key of this installation: it opens none of its data. Set the one that it was begun with, or changed to last; if `npm run rotate-master-key` was cut off, run it again. Nothing was written.',
    );
  }
}

const CONTEXT = 'root-key';
const KEY_BYTES = 32;

const wrap = (masterKey: Buffer, rootKey: Buffer) =>
  encrypt(deriveKey(masterKey, 'root-key'), rootKey, CONTEXT);

/**
 * The 32 bytes that every other key of the installation is derived from, kept in `root_key` wrapped by `masterKey`, which can so be
 * another one later. Made when the installation is opened for the first time.
 * @throws WrongMasterKey
 */
export async function openRootKey(pool: Pool, masterKey: Buffer): Promise<Buffer> {
  const kept = (await readWrapped(pool)) ?? (await keepFirst(pool, masterKey));
  const rootKey = unwrap(masterKey, kept);
  if (rootKey === null) throw new WrongMasterKey();
  return rootKey;
}

/**
 * Wraps the root key anew and returns it; processes that have it open are not concerned. Done a second time it changes nothing.
 * @throws WrongMasterKey when neither key opens it
 */
export async function rewrapRootKey(pool: Pool, { from, to }: { from: Buffer; to: Buffer }): Promise<Buffer> {
  if ((await readWrapped(pool)) === null) await keepFirst(pool, from);
  return inTransaction(pool, async (client) => {
    const wrapped = (await readWrapped(client, 'FOR UPDATE')) ?? Buffer.alloc(0);
    const done = unwrap(to, wrapped);
    if (done !== null) return done;
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
  opened(deriveKey(masterKey, 'root-key'), wrapped, CONTEXT);

/** null when it is another key's. */
function opened(key: Buffer, wrapped: Buffer, context: string): Buffer | null {
  try {
    return decrypt(key, wrapped, context);
  } catch {
    return null;
  }
}

/** Of several processes that open a new installation at once, one makes it. */
async function keepFirst(pool: Pool, masterKey: Buffer): Promise<Buffer> {
  return inTransaction(pool, async (client) => {
    await client.query('LOCK TABLE root_key IN SHARE ROW EXCLUSIVE MODE');
    const kept = await readWrapped(client);
    if (kept !== null) return kept;
    const wrapped = wrap(masterKey, await firstRootKey(client, masterKey));
    await client.query('INSERT INTO root_key (wrapped_key) VALUES ($1)', [wrapped]);
    return wrapped;
  });
}

/** Releases before this table derived everything from the master key itself, and what they wrote must stay readable. */
async function firstRootKey(client: Queryable, masterKey: Buffer): Promise<Buffer> {
  const { rows } = await client.query<{ member_id: string; wrapped_key: Buffer | null }>(
    'SELECT member_id, wrapped_key FROM member_keys ORDER BY wrapped_key IS NULL LIMIT 1',
  );
  const [row] = rows;
  if (row === undefined) return randomBytes(KEY_BYTES);
  const { member_id: memberId, wrapped_key: wrapped } = row;
  const isOurs = wrapped === null || opened(deriveKey(masterKey, 'member-keys'), wrapped, memberId) !== null;
  if (!isOurs) throw new WrongMasterKey();
  return masterKey;
}
