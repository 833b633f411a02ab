import type { Pool } from 'pg';

/** A passkey as it is stored; the private key never leaves its owner's device. */
export interface StoredPasskey {
  readonly id: string;
  readonly memberId: string;
  /** The credential epoch in which it was made, and for which it holds. */
  readonly epoch: number;
  readonly publicKey: Buffer;
  readonly counter: number;
}

export interface ListedPasskey {
  readonly id: string;
  readonly browser: string;
  readonly madeAt: Date;
  readonly lastUsedAt: Date | null;
}

/** More than a person has devices; a further one is refused. */
const atMost = 20;

/** Stores a passkey. Returns false if the id is taken, or the member has the most already. */
export async function insertPasskey(
  pool: Pool,
  { id, memberId, epoch, publicKey, counter, browser }: StoredPasskey & { readonly browser: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO passkeys (id, member_id, epoch, public_key, counter, browser)
     SELECT $1, $2, $3, $4, $5, $6
     WHERE (SELECT count(*) FROM passkeys WHERE member_id = $2 AND epoch = $3) < ${atMost}
     ON CONFLICT DO NOTHING`,
    [id, memberId, epoch, publicKey, counter, browser],
  );
  return rowCount === 1;
}

export async function readPasskey(pool: Pool, id: string): Promise<StoredPasskey | undefined> {
  const { rows } = await pool.query<Omit<StoredPasskey, 'counter'> & { counter: string }>(
    'SELECT id, member_id AS "memberId", epoch, public_key AS "publicKey", counter FROM passkeys WHERE id = $1',
    [id],
  );
  return rows.map(({ counter, ...row }) => ({ ...row, counter: Number(counter) }))[0];
}

/** The passkeys of a member in a credential epoch, the oldest first. */
export async function listPasskeys(
  pool: Pool,
  { memberId, epoch }: { readonly memberId: string; readonly epoch: number },
): Promise<ListedPasskey[]> {
  const { rows } = await pool.query<ListedPasskey>(
    `SELECT id, browser, made_at AS "madeAt", last_used_at AS "lastUsedAt" FROM passkeys
     WHERE member_id = $1 AND epoch = $2 ORDER BY made_at, id`,
    [memberId, epoch],
  );
  return rows;
}

/** Removes a member's passkey. Returns false if they have none with this id. */
export async function deletePasskey(pool: Pool, id: string, memberId: string): Promise<boolean> {
  const { rowCount } = await pool.query('DELETE FROM passkeys WHERE id = $1 AND member_id = $2', [
    id,
    memberId,
  ]);
  return rowCount === 1;
}

/** Records a use. Returns false if the passkey was removed meanwhile. */
export async function recordPasskeyUse(pool: Pool, id: string, counter: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE passkeys SET counter = greatest(counter, $2), last_used_at = now() WHERE id = $1',
    [id, counter],
  );
  return rowCount === 1;
}

/** Records that a challenge was answered. Returns false if it was before. */
export async function spendChallenge(pool: Pool, challenge: string, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'INSERT INTO answered_challenges (challenge, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [challenge, expiresAt],
  );
  return rowCount === 1;
}
