import type pg from 'pg';
import { SHARED_PASSWORDS } from '#domain/setting/shared-passwords.ts';

/**
 * The ids of invited accounts whose latest invitation no longer works. It has expired, or the account or shared
 * password that sent it has changed. For the list of staff; what a link still opens is decided by the streams.
 */
export async function readEndedInvitations(
  pool: pg.Pool,
  { now, lastsMs, passwordMark }: { now: Date; lastsMs: number; passwordMark: string },
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'ended-invitations',
    text: `SELECT s.id FROM staff_accounts s LEFT JOIN staff_accounts inviter ON inviter.id = s.inviter_id
      WHERE s.status = 'invited' AND (
        s.invited_at <= $1::timestamptz - $2::interval
        OR s.inviter_id IS NOT NULL
          AND (inviter.status = 'active' AND inviter.credential_epoch = s.inviter_epoch) IS NOT TRUE
        OR s.inviter_id IS NULL AND (
          EXISTS (SELECT 1 FROM settings WHERE key = '${SHARED_PASSWORDS}' AND value = 'off')
          -- Of the links that were made since it was last sent.
          OR (SELECT bool_and(link.password_mark <> $3) FROM staff_invites link
              WHERE link.staff_id = s.id AND link.expires_at >= s.invited_at + $2::interval)))`,
    values: [now, `${lastsMs} milliseconds`, passwordMark],
  });
  return new Set(rows.map(({ id }) => id));
}
