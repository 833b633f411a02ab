import { formatAnyCondition } from '#infra/postgres/any-condition.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';
import type { SessionRow } from '#infra/postgres/tables/sessions.ts';

/** Reads the sessions of these ids that have not expired and whose owner's credential epoch is not over, by id. */
export async function readSessions(
  queryable: Queryable,
  sids: readonly string[],
): Promise<Map<string, SessionRow>> {
  const { rows } = await queryable.query<SessionRow>({
    name: 'sessions',
    text: `SELECT s.sid, s.sess, s.expire FROM sessions s
        LEFT JOIN users u ON u.id = s.sess ->> 'memberId'
        LEFT JOIN staff_accounts a ON a.id = s.sess ->> 'staffId'
      WHERE s.sid ${formatAnyCondition(1, 'text')} AND s.expire > now()
        AND coalesce((s.sess ->> 'epoch')::int, 1) >= coalesce(u.credential_epoch, a.credential_epoch, 0)`,
    values: [sids],
  });
  return new Map(rows.map((row) => [row.sid, row]));
}
