import { millisecondsInDay } from 'date-fns/constants';
import type { Pool } from 'pg';

const ENDED = {
  // Stripe delivers and lists an event for 30 days. The newest stay: those after them are collected from there on.
  stripe_webhooks: {
    days: 90,
    over: `processed_at < $1 AND received_at < (SELECT max(received_at) - interval '2 hours' FROM stripe_webhooks)`,
  },
  email_changes: { days: 30, over: 'requested_at < $1' },
  staff_invites: { days: 30, over: 'expires_at < $1' },
  password_tries: { days: 90, over: 'at < $1' },
  campaigns: { days: 2 * 365, over: 'asked_at < $1' },
  // As long as bookings and payments: it keeps effects from being performed twice.
  performed_effects: { days: 7 * 366, over: 'performed_at < $1' },
  member_activity: {
    days: 0,
    over: `$1::timestamptz IS NOT NULL AND member_id IN (SELECT id FROM users WHERE erased_at IS NOT NULL)`,
  },
} as const satisfies Record<string, { readonly days: number; readonly over: string }>;

const tables = Object.entries(ENDED).map(([table, { days, over }]) => ({ table, days, over }));
const limitOf = (days: number, now: Date) => new Date(now.getTime() - days * millisecondsInDay);

/** Whether there are operational rows whose time is over. Sessions and reset links have shorter ones of their own. */
export async function hasOldOperationalRows(pool: Pool, now: Date): Promise<boolean> {
  for (const { table, days, over } of tables) {
    const { rowCount } = await pool.query(`SELECT 1 FROM ${table} WHERE ${over} LIMIT 1`, [
      limitOf(days, now),
    ]);
    if (rowCount !== 0) return true;
  }
  return false;
}

/** Removes operational rows whose time is over. */
export async function forgetOldOperationalRows(pool: Pool, now: Date): Promise<void> {
  for (const { table, days, over } of tables) {
    await pool.query(`DELETE FROM ${table} WHERE ${over}`, [limitOf(days, now)]);
  }
}
