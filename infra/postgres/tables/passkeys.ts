import type { Pool } from 'pg';

/** The channel that receives the id of each new passkey. */
export const PASSKEY_CHANNEL = 'passkeys';

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

/** Stores a passkey and notifies the workers. Returns false if the id is taken, or the member has the most already. */
export async function insertPasskey(
  pool: Pool,
  { id, memberId, epoch, publicKey, counter, browser }: StoredPasskey & { readonly browser: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH inserted AS (
       INSERT INTO passkeys (id, member_id, epoch, public_key, counter, browser)
       SELECT $1, $2, $3, $4, $5, $6
       WHERE (SELECT count(*) FROM passkeys WHERE member_id = $2 AND epoch = $3) < ${atMost}
       ON CONFLICT DO NOTHING RETURNING id)
     SELECT pg_notify('${PASSKEY_CHANNEL}', id) FROM inserted`,
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

/** A passkey that its member was not yet notified of; undefined for any other. */
export async function readUnreportedPasskey(
  pool: Pool,
  id: string,
): Promise<{ memberId: string; browser: string } | undefined> {
  const { rows } = await pool.query<{ memberId: string; browser: string }>(
    'SELECT member_id AS "memberId", browser FROM passkeys WHERE id = $1 AND reported_at IS NULL',
    [id],
  );
  return rows[0];
}

/** The ids of passkeys whose members were not notified within a minute, by the machine's clock. */
export async function readUnreportedPasskeys(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM passkeys WHERE reported_at IS NULL AND made_at < now() - interval '1 minute'
     ORDER BY made_at LIMIT 500`,
  );
  return rows.map(({ id }) => id);
}

export async function closePasskeyReport(pool: Pool, id: string, now: Date): Promise<void> {
  await pool.query('UPDATE passkeys SET reported_at = $2 WHERE id = $1', [id, now]);
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
