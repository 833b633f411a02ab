import { randomUUID } from 'node:crypto';
import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';
import { inTransaction } from '../transaction.ts';

const codeLastsMs = 10 * millisecondsInMinute;
const mostTries = 5;
const codesAnHour = 5;

/** The channel that receives the id of each request for a code. */
export const SIGN_IN_CODE_CHANNEL = 'sign_in_codes';

/** Stores a request for a code and notifies the workers. */
export async function insertCodeRequest(
  pool: Pool,
  { emailHash, now }: { readonly emailHash: string; readonly now: Date },
): Promise<void> {
  await pool.query(
    `WITH inserted AS (
       INSERT INTO sign_in_codes (id, email_hash, requested_at) VALUES ($1, $2, $3) RETURNING id)
     SELECT pg_notify('${SIGN_IN_CODE_CHANNEL}', id::text) FROM inserted`,
    [randomUUID(), emailHash, now],
  );
}

/** The hash of the address of an unhandled request; undefined for any other. */
export async function readOpenCodeRequest(pool: Pool, id: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ emailHash: string }>(
    'SELECT email_hash AS "emailHash" FROM sign_in_codes WHERE id = $1 AND handled_at IS NULL',
    [id],
  );
  return rows[0]?.emailHash;
}

/** Unhandled requests from before `olderThan`, the oldest first. */
export async function readOverdueCodeRequests(pool: Pool, olderThan: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM sign_in_codes WHERE handled_at IS NULL AND requested_at < $1
     ORDER BY requested_at LIMIT 500`,
    [olderThan],
  );
  return rows.map(({ id }) => id);
}

export async function closeCodeRequest(pool: Pool, id: string, now: Date): Promise<void> {
  await pool.query('UPDATE sign_in_codes SET handled_at = $2 WHERE id = $1', [id, now]);
}

/** The member of a code, and the credential epoch for which it holds. */
export interface CodeOwner {
  readonly memberId: string;
  readonly epoch: number;
}

/**
 * Makes the code of an unhandled request valid from now. Returns false when the address was sent enough codes within the hour; requests
 * for one address run one after another.
 */
export function openCode(
  pool: Pool,
  { requestId, memberId, epoch, now }: CodeOwner & { readonly requestId: string; readonly now: Date },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query(
      'SELECT pg_advisory_xact_lock(hashtextextended(email_hash, 1)) FROM sign_in_codes WHERE id = $1',
      [requestId],
    );
    const { rowCount } = await client.query(
      `UPDATE sign_in_codes mine SET member_id = $2, epoch = $3, expires_at = $4
       WHERE id = $1 AND handled_at IS NULL AND used_at IS NULL AND $5 > (
         SELECT count(*) FROM sign_in_codes other
         WHERE other.email_hash = mine.email_hash AND other.id <> mine.id AND other.expires_at IS NOT NULL
           AND other.requested_at > mine.requested_at - interval '1 hour')`,
      [requestId, memberId, epoch, new Date(now.getTime() + codeLastsMs), codesAnHour],
    );
    return rowCount === 1;
  });
}

const IS_VALID = 'used_at IS NULL AND expires_at > $2';

/**
 * Counts a try against each code that is valid for an address, before it is compared, so that concurrent ones get no more than others.
 * Returns the ids of these codes.
 */
export async function countCodeTry(
  pool: Pool,
  { emailHash, now }: { readonly emailHash: string; readonly now: Date },
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE sign_in_codes SET tries = tries + 1
     WHERE email_hash = $1 AND ${IS_VALID} AND tries < ${mostTries} RETURNING id`,
    [emailHash, now],
  );
  return rows.map(({ id }) => id);
}

/**
 * Runs `work` for the owner of a valid code, then uses up all codes of that member. Returns null for any other code; of two concurrent
 * calls the second waits and returns null. If the work fails or the process dies, the code stays valid, so the work may run twice.
 */
export function useCode<T>(
  pool: Pool,
  { id, now }: { readonly id: string; readonly now: Date },
  work: (owner: CodeOwner) => Promise<T>,
): Promise<T | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<CodeOwner>(
      `SELECT member_id AS "memberId", epoch FROM sign_in_codes WHERE id = $1 AND ${IS_VALID} FOR UPDATE`,
      [id, now],
    );
    const [owner] = rows;
    if (owner === undefined) return null;
    const result = await work(owner);
    await client.query('UPDATE sign_in_codes SET used_at = $2 WHERE member_id = $1 AND used_at IS NULL', [
      owner.memberId,
      now,
    ]);
    return result;
  });
}
