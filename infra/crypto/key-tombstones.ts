import type { Pool } from 'pg';
import type { StorageScope } from '../postgres/clear-storage.ts';

/** The state of a person's key, which is known without decrypting it. */
export interface KeyTombstone {
  /** Null while the key exists. */
  readonly destroyedAt: Date | null;
  /** SHA-256 of the destroyed wrapped key in hex; null while the key exists, or when it was destroyed by a release that stored none. */
  readonly fingerprint: string | null;
  /** When the disk was cleared of the key and the person's rows, and how far; null until then. */
  readonly storage: { readonly clearedAt: Date; readonly scope: StorageScope } | null;
}

/** Reads the tombstones of several persons; those who never had a key are missing in the result. */
export async function readKeyTombstones(
  pool: Pool,
  ownerIds: readonly string[],
): Promise<ReadonlyMap<string, KeyTombstone>> {
  const { rows } = await pool.query<
    Omit<KeyTombstone, 'storage'> & { ownerId: string; clearedAt: Date | null; scope: StorageScope | null }
  >(
    `SELECT member_id AS "ownerId", destroyed_at AS "destroyedAt", key_fingerprint AS fingerprint,
       storage_cleared_at AS "clearedAt", storage_scope AS scope
     FROM member_keys WHERE member_id = ANY($1)`,
    [ownerIds],
  );
  return new Map(
    rows.map(({ ownerId, clearedAt, scope, ...tombstone }) => [
      ownerId,
      { ...tombstone, storage: clearedAt === null || scope === null ? null : { clearedAt, scope } },
    ]),
  );
}

/** Every person's key, by their id: when it was destroyed, and its fingerprint while it exists too. */
export async function readAllKeys(
  pool: Pool,
): Promise<ReadonlyMap<string, Pick<KeyTombstone, 'destroyedAt' | 'fingerprint'>>> {
  const { rows } = await pool.query<{
    ownerId: string;
    destroyedAt: Date | null;
    fingerprint: string | null;
  }>(
    `SELECT member_id AS "ownerId", destroyed_at AS "destroyedAt",
       coalesce(key_fingerprint, encode(sha256(wrapped_key), 'hex')) AS fingerprint FROM member_keys`,
  );
  return new Map(rows.map(({ ownerId, ...key }) => [ownerId, key]));
}

/** Records that the disk was cleared of these destroyed keys and their persons' rows. */
export async function markStorageCleared(
  pool: Pool,
  ownerIds: readonly string[],
  { clearedAt, scope }: { clearedAt: Date; scope: StorageScope },
): Promise<void> {
  await pool.query(
    `UPDATE member_keys SET storage_cleared_at = $2, storage_scope = $3
     WHERE member_id = ANY($1) AND destroyed_at IS NOT NULL AND storage_cleared_at IS NULL`,
    [ownerIds, clearedAt, scope],
  );
}
