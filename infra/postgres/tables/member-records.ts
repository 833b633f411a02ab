import type { Pool } from 'pg';
import type { MailOutcome } from './mail-outcomes.ts';

interface SentEmail {
  readonly key: string;
  readonly kind: string;
  readonly sentAt: Date;
  /** null while the mail provider has reported nothing. */
  readonly outcome: MailOutcome | null;
  readonly outcomeAt: Date | null;
}

/** Emails that the ledger of performed side effects knows to have been sent to a member, the oldest first. */
export async function readSentEmails(pool: Pool, memberId: string): Promise<SentEmail[]> {
  const { rows } = await pool.query<SentEmail>(
    `SELECT e.key, e.kind, e.performed_at AS "sentAt", o.outcome, o.happened_at AS "outcomeAt"
     FROM performed_effects e LEFT JOIN mail_outcomes o ON o.message_id = e.message_id
     WHERE e.member_id = $1 OR e.key IN ('welcome/' || $1, 'account-deleted/' || $1) ORDER BY e.performed_at, e.key`,
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
