import type { Pool } from 'pg';

/** Emails that the ledger of performed side effects knows to have been sent to a member, the oldest first. */
export async function readSentEmails(
  pool: Pool,
  memberId: string,
): Promise<{ readonly kind: string; readonly sentAt: Date }[]> {
  const { rows } = await pool.query<{ kind: string; sentAt: Date }>(
    `SELECT kind, performed_at AS "sentAt" FROM performed_effects
     WHERE member_id = $1 OR key IN ('welcome/' || $1, 'account-deleted/' || $1) ORDER BY performed_at, key`,
    [memberId],
  );
  return rows;
}

/** A member's requests to change the email address, with the sealed addresses, the oldest first. */
export async function readEmailChanges(
  pool: Pool,
  memberId: string,
): Promise<{ readonly sealed: string; readonly requestedAt: Date; readonly confirmedAt: Date | null }[]> {
  const { rows } = await pool.query<{ sealed: string; requestedAt: Date; confirmedAt: Date | null }>(
    `SELECT sealed, requested_at AS "requestedAt", confirmed_at AS "confirmedAt" FROM email_changes
     WHERE member_id = $1 ORDER BY requested_at`,
    [memberId],
  );
  return rows;
}

/** When a member was notified that the unused account will be deleted; null if never. */
export async function readRetentionNotice(pool: Pool, memberId: string): Promise<Date | null> {
  const { rows } = await pool.query<{ notifiedAt: Date }>(
    'SELECT told_at AS "notifiedAt" FROM retention_notices WHERE member_id = $1',
    [memberId],
  );
  return rows[0]?.notifiedAt ?? null;
}
