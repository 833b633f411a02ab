import { SHARED_PASSWORDS } from '#domain/setting/shared-passwords.ts';
import { formatAnyCondition } from '#infra/postgres/any-condition.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';
import type { SessionRow } from '#infra/postgres/tables/sessions.ts';

interface CurrentSessionRow extends SessionRow {
  /** An admin's session without a second factor, while the studio requires one. */
  readonly needsSecondFactor: boolean;
}

/** Whether the session `s` is one of a shared password while these are switched off. Read last of all, so that few sessions cost it. */
export const isSwitchedOff = `(s.sess ->> 'kind' = 'staff' AND NOT s.sess ? 'staffId'
  AND EXISTS (SELECT 1 FROM settings WHERE key = '${SHARED_PASSWORDS}' AND value = 'off'))`;

/** Reads the sessions of these ids that have not expired and whose owner's credential epoch is not over, by id. */
export async function readSessions(
  queryable: Queryable,
  sids: readonly string[],
): Promise<Map<string, CurrentSessionRow>> {
  const { rows } = await queryable.query<CurrentSessionRow>({
    name: 'sessions',
    text: `SELECT s.sid, s.sess, s.expire, s.last_used_at AS "lastUsedAt", s.was_idle AS "wasIdle",
        (s.sess ->> 'role' = 'admin' AND NOT s.sess @> '{"hasSecondFactor": true}'
          AND EXISTS (SELECT 1 FROM settings WHERE key = 'admin_second_factor' AND value = 'required')
        ) IS TRUE AS "needsSecondFactor"
      FROM sessions s
        LEFT JOIN users u ON u.id = s.sess ->> 'memberId'
        LEFT JOIN staff_accounts a ON a.id = s.sess ->> 'staffId'
      WHERE s.sid ${formatAnyCondition(1, 'text')} AND s.expire > now()
        AND coalesce((s.sess ->> 'epoch')::int, 1) >= coalesce(u.credential_epoch, a.credential_epoch, 0)
        AND NOT ${isSwitchedOff}`,
    values: [sids],
  });
  return new Map(rows.map((row) => [row.sid, row]));
}

interface MemberSessionRow {
  sid: string;
  openedAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  /** Null, as the browser, for a session from before they were stored. */
  networkHash: string | null;
  browser: string | null;
  isKept: boolean;
}

/** A member's open sessions, the latest used first. */
export async function readMemberSessions(
  queryable: Queryable,
  memberId: string,
  limit: number,
): Promise<MemberSessionRow[]> {
  const { rows } = await queryable.query<MemberSessionRow>({
    name: 'member-sessions',
    text: `SELECT s.sid, s.opened_at AS "openedAt", s.last_used_at AS "lastUsedAt", s.expire AS "expiresAt",
        s.network_hash AS "networkHash", s.browser, s.sess @> '{"isKept": true}' AS "isKept"
      FROM sessions s JOIN users u ON u.id = s.sess ->> 'memberId'
      WHERE s.sess ->> 'memberId' = $1 AND s.expire > now()
        AND coalesce((s.sess ->> 'epoch')::int, 1) >= u.credential_epoch
      ORDER BY s.last_used_at DESC, s.sid LIMIT $2`,
    values: [memberId, limit],
  });
  return rows;
}
