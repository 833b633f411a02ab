import type { Pool } from 'pg';

/** The state of a person's key, which is known without decrypting it. */
export interface KeyTombstone {
  /** Null while the key exists. */
  readonly destroyedAt: Date | null;
  /** SHA-256 of the destroyed wrapped key in hex; null while the key exists, or when it was destroyed by a release that stored none. */
  readonly fingerprint: string | null;
}

/** Reads the tombstones of several persons; those who never had a key are missing in the result. */
export async function readKeyTombstones(
  pool: Pool,
  ownerIds: readonly string[],
): Promise<ReadonlyMap<string, KeyTombstone>> {
  const { rows } = await pool.query<KeyTombstone & { ownerId: string }>(
    `SELECT member_id AS "ownerId", destroyed_at AS "destroyedAt", key_fingerprint AS fingerprint
     FROM member_keys WHERE member_id = ANY($1)`,
    [ownerIds],
  );
  return new Map(rows.map(({ ownerId, ...tombstone }) => [ownerId, tombstone]));
}
