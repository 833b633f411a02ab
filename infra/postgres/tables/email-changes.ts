import { randomUUID } from 'node:crypto';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';
import { hashToken } from './hash-token.ts';

/** The channel for the next step of a change of address: `send/<id>` or `finish/<id>`. */
export const EMAIL_CHANGE_CHANNEL = 'email_changes';

const linkValidityMs = millisecondsInHour;
/** How many days the link that cancels a change works. */
export const CANCEL_LINK_DAYS = 7;
const retentionMs = 30 * millisecondsInDay;

/** A member's request for another address; `sealed` contains both addresses, encrypted with the member's key. */
export interface EmailChange {
  readonly id: string;
  readonly memberId: string;
  readonly sealed: string;
  readonly emailHash: string;
  /** The credential epoch in which it was requested; its links hold only for this one. */
  readonly epoch: number;
}

const CHANGE = 'id, member_id AS "memberId", sealed, email_hash AS "emailHash", epoch';

/** Stores a member's request, replaces earlier ones, deletes old ones, and notifies the workers. */
export async function insertEmailChange(
  pool: Pool,
  { memberId, sealed, emailHash, epoch, now }: Omit<EmailChange, 'id'> & { now: Date },
): Promise<void> {
  await pool.query(
    `WITH old AS (DELETE FROM email_changes WHERE requested_at < $6),
       before AS (UPDATE email_changes SET replaced_at = $5
         WHERE member_id = $2 AND confirmed_at IS NULL AND replaced_at IS NULL AND requested_at >= $6),
       inserted AS (INSERT INTO email_changes (id, member_id, sealed, email_hash, requested_at, expires_at, epoch)
         VALUES ($1, $2, $3, $4, $5, $7, $8) RETURNING id)
     SELECT pg_notify('${EMAIL_CHANGE_CHANNEL}', 'send/' || id) FROM inserted`,
    [
      randomUUID(),
      memberId,
      sealed,
      emailHash,
      now,
      new Date(now.getTime() - retentionMs),
      new Date(now.getTime() + linkValidityMs),
      epoch,
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

/** A request without a sent email; undefined for any other, for a replaced one, and once it is confirmed, by a link that was sent. */
export async function readOpenEmailChange(pool: Pool, id: string): Promise<EmailChange | undefined> {
  const { rows } = await pool.query<EmailChange>(
    `SELECT ${CHANGE} FROM email_changes
     WHERE id = $1 AND handled_at IS NULL AND replaced_at IS NULL AND cancelled_at IS NULL AND confirmed_at IS NULL`,
    [id],
  );
  return rows[0];
}

/** Stores the hash of the secret of the link that cancels the change. */
export async function setCancelToken(pool: Pool, id: string, token: string): Promise<void> {
  await pool.query('UPDATE email_changes SET cancel_token_hash = $2 WHERE id = $1', [id, hashToken(token)]);
}

/** Finds a change by its cancelling link; undefined for an unknown or expired one. */
export async function findEmailChangeToCancel(
  pool: Pool,
  token: string,
  now: Date,
): Promise<(EmailChange & { isCancelled: boolean }) | undefined> {
  const { rows } = await pool.query<EmailChange & { isCancelled: boolean }>(
    `SELECT ${CHANGE}, cancelled_at IS NOT NULL AS "isCancelled" FROM email_changes
     WHERE cancel_token_hash = $1 AND requested_at > $2`,
    [hashToken(token), new Date(now.getTime() - CANCEL_LINK_DAYS * millisecondsInDay)],
  );
  return rows[0];
}

/** Cancels a change, which can no longer be confirmed then. Returns whether it had been confirmed before. */
export async function cancelEmailChange(
  pool: Pool,
  id: string,
  now: Date,
): Promise<{ isConfirmed: boolean }> {
  const { rows } = await pool.query<{ isConfirmed: boolean }>(
    `UPDATE email_changes SET cancelled_at = coalesce(cancelled_at, $2) WHERE id = $1
     RETURNING confirmed_at IS NOT NULL AS "isConfirmed"`,
    [id, now],
  );
  return rows[0] ?? { isConfirmed: false };
}

/** Stores the hash of the link's secret. */
export async function setEmailChangeToken(pool: Pool, id: string, token: string): Promise<void> {
  await pool.query('UPDATE email_changes SET token_hash = $2 WHERE id = $1', [id, hashToken(token)]);
}

export async function closeEmailChangeRequest(pool: Pool, id: string, now: Date): Promise<void> {
  await pool.query('UPDATE email_changes SET handled_at = $2 WHERE id = $1', [id, now]);
}

/** Confirms a change by its link; undefined for an unknown, expired, used, replaced or cancelled one. Of two concurrent calls one returns undefined. */
export async function confirmEmailChange(
  pool: Pool,
  token: string,
  now: Date,
): Promise<EmailChange | undefined> {
  const { rows } = await pool.query<EmailChange>(
    `UPDATE email_changes SET confirmed_at = $2
     WHERE token_hash = $1 AND confirmed_at IS NULL AND replaced_at IS NULL AND cancelled_at IS NULL
       AND expires_at > $2
     RETURNING ${CHANGE}`,
    [hashToken(token), now],
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
    `SELECT id FROM email_changes
     WHERE (handled_at IS NULL AND replaced_at IS NULL AND cancelled_at IS NULL AND confirmed_at IS NULL AND requested_at < $1)
       OR (finished_at IS NULL AND confirmed_at < $1)
     ORDER BY requested_at LIMIT 500`,
    [olderThan],
  );
  return rows.map(({ id }) => id);
}
