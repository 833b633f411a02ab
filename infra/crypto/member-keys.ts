import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { decrypt, encrypt } from './aes-gcm.ts';
import { deriveKey } from './master-key.ts';

/** A member's key, unless it has been destroyed. */
export type MemberKey = { readonly key: Buffer } | { readonly destroyed: true };

export interface MemberKeys {
  /** Creates the member's key before the first event that needs it, unless it exists. Throws when it was destroyed. */
  create(memberId: string): Promise<void>;
  /**
   * Destroys the member's key, so that nothing encrypted with it can be read again. `at` is when (default now); only the wrapped
   * key's fingerprint stays. Other processes notice within a minute.
   */
  destroy(memberId: string, at?: Date): Promise<void>;
  /** Finds the keys of several members in one query; members who never had one are missing in the result. */
  find(memberIds: readonly string[]): Promise<ReadonlyMap<string, MemberKey>>;
}

/** The channel that receives the id of each person whose key was destroyed. */
export const DESTROYED_KEY_CHANNEL = 'destroyed_keys';

const DESTROYED: MemberKey = { destroyed: true };

/** How long a cached key is used although another process may have destroyed it. */
const CACHE_MS = 60_000;

interface Cached {
  readonly found: MemberKey;
  readonly until: number;
}

/** Copies a key out of Node's buffer pool, where it would keep 64 KiB in memory. */
function copyOutOfPool(key: Buffer): Buffer {
  const copy = Buffer.alloc(key.length);
  key.copy(copy);
  return copy;
}

/** Reads the fingerprint of a person's key; undefined if there is none, or it is destroyed. */
async function readFingerprint(pool: Pool, personId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ fingerprint: string }>(
    `SELECT encode(sha256(wrapped_key), 'hex') AS fingerprint FROM member_keys
     WHERE member_id = $1 AND wrapped_key IS NOT NULL`,
    [personId],
  );
  return rows[0]?.fingerprint;
}

/** One data key of 32 bytes for each member and staff person, stored in `member_keys` and wrapped by a key derived from `rootKey`. */
export function createMemberKeys(options: {
  pool: Pool;
  rootKey: Buffer;
  cacheSize?: number;
  /** Called and awaited before a key is destroyed; must not fail. */
  beforeDestroy?: (key: { personId: string; at: Date; fingerprint: string }) => Promise<void>;
}): MemberKeys {
  const { pool } = options;
  const wrappingKey = deriveKey(options.rootKey, 'member-keys');
  const cache = new LRUCache<string, Cached>({ max: options.cacheSize ?? 10_000 });

  function getCached(memberId: string): MemberKey | undefined {
    const cached = cache.get(memberId);
    // Not the studio clock, which the sandbox moves.
    return cached !== undefined && cached.until > performance.now() ? cached.found : undefined;
  }

  function cacheKey(memberId: string, found: MemberKey): void {
    const until = 'destroyed' in found ? Number.POSITIVE_INFINITY : performance.now() + CACHE_MS;
    cache.set(memberId, { found, until });
  }

  async function find(memberIds: readonly string[]): Promise<ReadonlyMap<string, MemberKey>> {
    const keys = new Map<string, MemberKey>();
    const missing = new Set<string>();
    for (const memberId of memberIds) {
      const known = getCached(memberId);
      if (known === undefined) missing.add(memberId);
      else keys.set(memberId, known);
    }
    if (missing.size === 0) return keys;
    const answer = await pool.query<{ member_id: string; wrapped_key: Buffer | null }>(
      'SELECT member_id, wrapped_key FROM member_keys WHERE member_id = ANY($1)',
      [[...missing]],
    );
    for (const { member_id: memberId, wrapped_key: wrapped } of answer.rows) {
      const found =
        wrapped === null ? DESTROYED : { key: copyOutOfPool(decrypt(wrappingKey, wrapped, memberId)) };
      cacheKey(memberId, found);
      keys.set(memberId, found);
    }
    return keys;
  }

  return {
    find,
    async create(memberId) {
      const wrapped = encrypt(wrappingKey, randomBytes(32), memberId);
      await pool.query(
        'INSERT INTO member_keys (member_id, wrapped_key) VALUES ($1, $2) ON CONFLICT (member_id) DO NOTHING',
        [memberId, wrapped],
      );
      const stored = (await find([memberId])).get(memberId);
      if (stored === undefined || 'destroyed' in stored) {
        throw new Error('The key of this member has been destroyed');
      }
    },
    async destroy(memberId, at) {
      if (options.beforeDestroy !== undefined) {
        const fingerprint = await readFingerprint(pool, memberId);
        if (fingerprint !== undefined)
          await options.beforeDestroy({ personId: memberId, at: at ?? new Date(), fingerprint });
      }
      await pool.query(
        `WITH destroyed AS (
           INSERT INTO member_keys (member_id, wrapped_key, destroyed_at) VALUES ($1, NULL, coalesce($2, now()))
           ON CONFLICT (member_id) DO UPDATE SET wrapped_key = NULL, destroyed_at = excluded.destroyed_at,
             key_fingerprint = encode(sha256(member_keys.wrapped_key), 'hex')
           WHERE member_keys.destroyed_at IS NULL RETURNING member_id)
         SELECT pg_notify('${DESTROYED_KEY_CHANNEL}', member_id) FROM destroyed`,
        [memberId, at ?? null],
      );
      cacheKey(memberId, DESTROYED);
    },
  };
}
