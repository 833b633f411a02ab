import { millisecondsInDay } from 'date-fns/constants';
import type { Pool } from 'pg';

const RETENTION = {
  // Stripe delivers and lists an event for 30 days. The newest rows stay, because the collection of later events starts from them.
  stripe_webhooks: {
    days: 90,
    condition: `processed_at < $1 AND received_at < (SELECT max(received_at) - interval '2 hours' FROM stripe_webhooks)`,
  },
  brevo_webhooks: { days: 90, condition: 'processed_at < $1' },
  email_changes: { days: 30, condition: 'requested_at < $1' },
  staff_invites: { days: 30, condition: 'expires_at < $1' },
  password_tries: { days: 90, condition: 'at < $1' },
  answered_challenges: { days: 0, condition: 'expires_at < $1' },
  passkeys: {
    days: 0,
    condition: `$1::timestamptz IS NOT NULL
      AND EXISTS (SELECT 1 FROM users u WHERE u.id = member_id AND u.credential_epoch > epoch)`,
  },
  sign_in_codes: { days: 1, condition: 'requested_at < $1' },
  known_devices: { days: 0, condition: 'expires_at < $1' },
  // The latest stays, however old it is.
  verification_results: {
    days: 2 * 365,
    condition: 'finished_at < $1 AND finished_at < (SELECT max(finished_at) FROM verification_results)',
  },
  campaigns: { days: 2 * 365, condition: 'asked_at < $1' },
  // As long as bookings and payments: it keeps effects from being performed twice.
  performed_effects: { days: 7 * 366, condition: 'performed_at < $1' },
  mail_outcomes: { days: 7 * 366, condition: 'happened_at < $1' },
  member_activity: {
    days: 0,
    condition: `$1::timestamptz IS NOT NULL AND member_id IN (SELECT id FROM users WHERE erased_at IS NOT NULL)`,
  },
} as const satisfies Record<string, { readonly days: number; readonly condition: string }>;

const tables = Object.entries(RETENTION).map(([table, { days, condition }]) => ({ table, days, condition }));
const limitOf = (days: number, now: Date) => new Date(now.getTime() - days * millisecondsInDay);

/** Whether there are operational rows past their retention period. Sessions and reset links are deleted by other jobs. */
export async function hasOldOperationalRows(pool: Pool, now: Date): Promise<boolean> {
  for (const { table, days, condition } of tables) {
    const { rowCount } = await pool.query(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`, [
      limitOf(days, now),
    ]);
    if (rowCount !== 0) return true;
  }
  return false;
}

/** Deletes operational rows past their retention period. */
export async function deleteOldOperationalRows(pool: Pool, now: Date): Promise<void> {
  for (const { table, days, condition } of tables) {
    await pool.query(`DELETE FROM ${table} WHERE ${condition}`, [limitOf(days, now)]);
  }
}
