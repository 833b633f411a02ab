import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '../transaction.ts';
import { hashToken } from './hash-token.ts';

/** How long a browser is known after a sign-in. */
export const KNOWN_DEVICE_DAYS = 90;
/** Of one owner; a further one replaces the one that signed in longest ago. */
const atMost = 10;

/** Whose sign-in makes a browser known. */
export interface DeviceOwner {
  /** A member, a staff account, or a role of the staff for its shared password. */
  readonly id: string;
  /** The credential epoch, or the mark of the shared password; in another one the browser is unknown. */
  readonly epoch: string;
}

/** The id of the known device with this secret, by the machine's clock; null for any other. */
export async function findKnownDevice(
  pool: Pool,
  token: string,
  { id, epoch }: DeviceOwner,
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id::text FROM known_devices
     WHERE token_hash = $1 AND owner_id = $2 AND epoch = $3 AND expires_at > now()`,
    [hashToken(token), id, epoch],
  );
  return rows[0]?.id ?? null;
}

/**
 * Makes a browser known to its owner, and returns its new secret: 32 random bytes, stored as a hash. `former` is the browser's previous
 * secret. It ends, so that none can be planted; the browser stays known to its other owners.
 */
export function rememberDevice(
  pool: Pool,
  former: string | null,
  { id, epoch }: DeviceOwner,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  return inTransaction(pool, async (client) => {
    // Of concurrent sign-ins of one owner each sees the devices of those before it.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`known-devices/${id}`]);
    await client.query('DELETE FROM known_devices WHERE expires_at < now()');
    if (former !== null) {
      await client.query('UPDATE known_devices SET token_hash = $2 WHERE token_hash = $1', [
        hashToken(former),
        tokenHash,
      ]);
    }
    await client.query(
      `INSERT INTO known_devices (token_hash, owner_id, epoch, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(days => $4))
       ON CONFLICT (token_hash, owner_id) DO UPDATE
       SET epoch = excluded.epoch, expires_at = excluded.expires_at, signed_in_at = excluded.signed_in_at`,
      [tokenHash, id, epoch, KNOWN_DEVICE_DAYS],
    );
    await client.query(
      `DELETE FROM known_devices WHERE id IN (
         SELECT id FROM known_devices WHERE owner_id = $1 ORDER BY signed_in_at DESC, id DESC OFFSET $2)`,
      [id, atMost],
    );
    return token;
  });
}
