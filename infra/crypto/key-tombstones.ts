import type { Pool } from 'pg';

/** What is known of a person's key without opening it. */
export interface KeyTombstone {
  /** null while the key is there. */
  readonly destroyedAt: Date | null;
  /** SHA-256 of the wrapped key that was destroyed, hex; null while it is there, and of one destroyed before this was kept. */
  readonly fingerprint: string | null;
}

/** Of several persons; whoever never had a key is not in the answer. */
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
