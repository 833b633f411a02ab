import type pg from 'pg';
import { isSwitchedOff } from '../members/session-queries.ts';

interface StaffSessionRow {
  sid: string;
  role: string;
  /** Of the account; null for a shared password. */
  staffId: string | null;
  name: string | null;
  openedAt: Date;
  lastUsedAt: Date;
  networkHash: string;
  browser: string;
}

/**
 * The open staff sessions, the latest used first; of a shared password only those that were opened with one of these marks. More sign-ins
 * in half a day than the limit are not the studio's own.
 */
export async function readStaffSessions(
  pool: pg.Pool,
  sharedPasswordMarks: readonly string[],
  limit: number,
): Promise<StaffSessionRow[]> {
  const { rows } = await pool.query<StaffSessionRow>({
    name: 'staff-sessions',
    text: `SELECT s.sid, s.sess ->> 'role' AS role, s.sess ->> 'staffId' AS "staffId", a.name,
        s.opened_at AS "openedAt", s.last_used_at AS "lastUsedAt",
        coalesce(s.network_hash, '') AS "networkHash", coalesce(s.browser, '') AS browser
      FROM sessions s LEFT JOIN staff_accounts a ON a.id = s.sess ->> 'staffId'
      WHERE s.sess ->> 'kind' = 'staff' AND s.expire > now()
        AND coalesce((s.sess ->> 'epoch')::int, 1) >= coalesce(a.credential_epoch, 0)
        AND (s.sess ? 'staffId' OR s.sess ->> 'passwordMark' = ANY ($1)) AND NOT ${isSwitchedOff}
      ORDER BY s.last_used_at DESC, s.sid LIMIT $2`,
    values: [sharedPasswordMarks, limit],
  });
  return rows;
}
