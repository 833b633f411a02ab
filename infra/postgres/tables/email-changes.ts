import { createHash, randomUUID } from 'node:crypto';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';

/** The channel on which it is told what is to be done about a change of address: `send/<id>` or `finish/<id>`. */
export const EMAIL_CHANGE_CHANNEL = 'email_changes';

const linkLastsMs = millisecondsInHour;
const keptMs = 30 * millisecondsInDay;

const sha256 = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex');

/** A member's wish for another address; `sealed` holds both, under the member's key. */
export interface EmailChange {
  readonly id: string;
  readonly memberId: string;
  readonly sealed: string;
  readonly emailHash: string;
}

const CHANGE = 'id, member_id AS "memberId", sealed, email_hash AS "emailHash"';

/** Keeps a member's wish in place of those before it, forgets what is long over, and tells of it. */
export async function keepEmailChange(
  pool: Pool,
  { memberId, sealed, emailHash, now }: Omit<EmailChange, 'id'> & { now: Date },
): Promise<void> {
  await pool.query(
    `WITH old AS (DELETE FROM email_changes WHERE requested_at < $6),
       before AS (UPDATE email_changes SET replaced_at = $5
         WHERE member_id = $2 AND confirmed_at IS NULL AND replaced_at IS NULL AND requested_at >= $6),
       kept AS (INSERT INTO email_changes (id, member_id, sealed, email_hash, requested_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $7) RETURNING id)
     SELECT pg_notify('${EMAIL_CHANGE_CHANNEL}', 'send/' || id) FROM kept`,
    [
      randomUUID(),
      memberId,
      sealed,
      emailHash,
      now,
      new Date(now.getTime() - keptMs),
      new Date(now.getTime() + linkLastsMs),
    ],
  );
}

/** How many changes a member asked for since then. */
export async function emailChangesSince(pool: Pool, memberId: string, since: Date): Promise<number> {
  const { rows } = await pool.query<{ asked: number }>(
    'SELECT count(*)::int AS asked FROM email_changes WHERE member_id = $1 AND requested_at > $2',
    [memberId, since],
  );
  return rows[0]?.asked ?? 0;
}

/** A wish about which nothing was sent yet; undefined for any other, and for one that was replaced. */
export async function openEmailChange(pool: Pool, id: string): Promise<EmailChange | undefined> {
  const { rows } = await pool.query<EmailChange>(
    `SELECT ${CHANGE} FROM email_changes WHERE id = $1 AND handled_at IS NULL AND replaced_at IS NULL`,
    [id],
  );
  return rows[0];
}

/** Keeps the hash of the secret of its link. */
export async function keepEmailChangeToken(pool: Pool, id: string, token: string): Promise<void> {
  await pool.query('UPDATE email_changes SET token_hash = $2 WHERE id = $1', [id, sha256(token)]);
}

export async function closeEmailChangeRequest(pool: Pool, id: string, now: Date): Promise<void> {
  await pool.query('UPDATE email_changes SET handled_at = $2 WHERE id = $1', [id, now]);
}

/** Uses up a link; undefined when it is not known, over, used or replaced: of two at once, one is told undefined. */
export async function confirmEmailChange(
  pool: Pool,
  token: string,
  now: Date,
): Promise<EmailChange | undefined> {
  const { rows } = await pool.query<EmailChange>(
    `UPDATE email_changes SET confirmed_at = $2
     WHERE token_hash = $1 AND confirmed_at IS NULL AND replaced_at IS NULL AND expires_at > $2
     RETURNING ${CHANGE}`,
    [sha256(token), now],
  );
  return rows[0];
}

/** A confirmed change of which something is left to do, and whether the member has confirmed another since. */
export async function confirmedEmailChange(
  pool: Pool,
  id: string,
): Promise<(EmailChange & { isOvertaken: boolean }) | undefined> {
  const { rows } = await pool.query<EmailChange & { isOvertaken: boolean }>(
    `SELECT ${CHANGE}, EXISTS (SELECT 1 FROM email_changes later
       WHERE later.member_id = c.member_id AND later.confirmed_at > c.confirmed_at) AS "isOvertaken"
     FROM email_changes c WHERE id = $1 AND confirmed_at IS NOT NULL AND finished_at IS NULL`,
    [id],
  );
  return rows[0];
}

export async function finishEmailChange(pool: Pool, id: string, now: Date): Promise<void> {
  await pool.query('UPDATE email_changes SET finished_at = $2 WHERE id = $1', [id, now]);
}

/** Has the workers see to what follows of a change that was confirmed. */
export async function tellOfEmailChange(pool: Pool, id: string): Promise<void> {
  await pool.query(`SELECT pg_notify('${EMAIL_CHANGE_CHANNEL}', $1)`, [`finish/${id}`]);
}

/** Changes about which something is to be done since before `olderThan`, the oldest first. */
export async function emailChangesLeft(pool: Pool, olderThan: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM email_changes WHERE (handled_at IS NULL AND replaced_at IS NULL AND requested_at < $1)
       OR (finished_at IS NULL AND confirmed_at < $1)
     ORDER BY requested_at LIMIT 500`,
    [olderThan],
  );
  return rows.map(({ id }) => id);
}
