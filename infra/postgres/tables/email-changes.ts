import { createHash, randomUUID } from 'node:crypto';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';

/** The channel for the next step of a change of address: `send/<id>` or `finish/<id>`. */
export const EMAIL_CHANGE_CHANNEL = 'email_changes';

const linkValidityMs = millisecondsInHour;
const retentionMs = 30 * millisecondsInDay;

const sha256 = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex');

/** A member's request for another address; `sealed` contains both addresses, encrypted with the member's key. */
export interface EmailChange {
  readonly id: string;
  readonly memberId: string;
  readonly sealed: string;
  readonly emailHash: string;
}

const CHANGE = 'id, member_id AS "memberId", sealed, email_hash AS "emailHash"';

/** Stores a member's request, replaces earlier ones, deletes old ones, and notifies the workers. */
export async function insertEmailChange(
  pool: Pool,
  { memberId, sealed, emailHash, now }: Omit<EmailChange, 'id'> & { now: Date },
): Promise<void> {
  await pool.query(
    `WITH old AS (DELETE FROM email_changes WHERE requested_at < $6),
       before AS (UPDATE email_changes SET replaced_at = $5
         WHERE member_id = $2 AND confirmed_at IS NULL AND replaced_at IS NULL AND requested_at >= $6),
       inserted AS (INSERT INTO email_changes (id, member_id, sealed, email_hash, requested_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $7) RETURNING id)
     SELECT pg_notify('${EMAIL_CHANGE_CHANNEL}', 'send/' || id) FROM inserted`,
    [
      randomUUID(),
      memberId,
      sealed,
      emailHash,
      now,
      new Date(now.getTime() - retentionMs),
      new Date(now.getTime() + linkValidityMs),
    ],
  );
}

/** Number of changes that a member requested since then. */
export async function countEmailChangesSince(pool: Pool, memberId: string, since: Date): Promise<number> {
  const { rows } = await pool.query<{ asked: number }>(
    'SELECT count(*)::int AS asked FROM email_changes WHERE member_id = $1 AND requested_at > $2',
    [memberId, since],
  );
  return rows[0]?.asked ?? 0;
}

/** A request without a sent email; undefined for any other and for a replaced one. */
export async function readOpenEmailChange(pool: Pool, id: string): Promise<EmailChange | undefined> {
  const { rows } = await pool.query<EmailChange>(
    `SELECT ${CHANGE} FROM email_changes WHERE id = $1 AND handled_at IS NULL AND replaced_at IS NULL`,
    [id],
  );
  return rows[0];
}

/** Stores the hash of the link's secret. */
export async function setEmailChangeToken(pool: Pool, id: string, token: string): Promise<void> {
  await pool.query('UPDATE email_changes SET token_hash = $2 WHERE id = $1', [id, sha256(token)]);
}

export async function closeEmailChangeRequest(pool: Pool, id: string, now: Date): Promise<void> {
  await pool.query('UPDATE email_changes SET handled_at = $2 WHERE id = $1', [id, now]);
}

/** Confirms a change by its link; undefined for an unknown, expired, used or replaced one. Of two concurrent calls one returns undefined. */
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

/** A confirmed, unfinished change, and whether the member has confirmed another one since. */
export async function readConfirmedEmailChange(
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

/** Notifies the workers of a confirmed change. */
export async function notifyEmailChange(pool: Pool, id: string): Promise<void> {
  await pool.query(`SELECT pg_notify('${EMAIL_CHANGE_CHANNEL}', $1)`, [`finish/${id}`]);
}

/** Changes with a step due since before `olderThan`, the oldest first. */
export async function readOverdueEmailChanges(pool: Pool, olderThan: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM email_changes WHERE (handled_at IS NULL AND replaced_at IS NULL AND requested_at < $1)
       OR (finished_at IS NULL AND confirmed_at < $1)
     ORDER BY requested_at LIMIT 500`,
    [olderThan],
  );
  return rows.map(({ id }) => id);
}
