import type pg from 'pg';

/**
 * Everyone who has not been erased as the staff's list shows them, the newest first: a JSON array in the shape of the
 * contract's `adminMember`. The database writes it, since taking thousands of rows apart here and putting them together
 * again takes longer than finding them; it is quicker at joining texts than at `json_agg`. An id needs no escaping: it is
 * made here, of letters, digits and hyphens. Passes are those that can be used at `now`, bookings those that stand.
 */
export async function membersAsJson(pool: pg.Pool, now: Date): Promise<string> {
  const { rows } = await pool.query<{ members: string }>({
    name: 'members-as-json',
    text: `
      WITH lapsed AS (
        SELECT member_id, sum(available)::int AS passes FROM wallet_lots
        WHERE available > 0 AND expires_at < $1 GROUP BY member_id),
      booked AS (
        SELECT b.user_id, count(*)::int AS total, max(c.date COLLATE "C") FILTER (WHERE b.attended) AS last
        FROM bookings b JOIN schedule_classes c ON c.id = b.class_id
        WHERE b.status = 'confirmed' GROUP BY b.user_id)
      SELECT '[' || coalesce(string_agg(
        '{"id":"' || u.id
        || '","name":' || to_json(coalesce(u.name, ''))::text
        || ',"email":' || to_json(coalesce(u.email, ''))::text
        || ',"phone":' || to_json(coalesce(u.phone, ''))::text
        || ',"passes":' || (u.passes - coalesce(l.passes, 0))::text
        || ',"createdAt":"' || to_char(u.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","hasUsedNewUserDiscount":' || u.has_used_new_user_discount::text
        || ',"totalBookings":' || coalesce(b.total, 0)::text
        || ',"lastClassDate":' || coalesce('"' || b.last || '"', 'null')
        || '}', ',' ORDER BY u.created_at DESC, u.id), '') || ']' AS members
      FROM users u LEFT JOIN lapsed l ON l.member_id = u.id LEFT JOIN booked b ON b.user_id = u.id
      WHERE u.erased_at IS NULL`,
    values: [now],
  });
  return rows[0]?.members ?? '[]';
}

/** Members whom something may be sent: all, or those who have, or have not, ever booked. */
export type Audience = 'everyone' | 'booked' | 'never-booked';

const IN_AUDIENCE: Record<Audience, string> = {
  everyone: 'true',
  booked: 'EXISTS (SELECT 1 FROM bookings b WHERE b.user_id = u.id)',
  'never-booked': 'NOT EXISTS (SELECT 1 FROM bookings b WHERE b.user_id = u.id)',
};

/** Who is in it and can be written to, and whether they agreed to news by email. */
export async function membersIn(
  pool: pg.Pool,
  audience: Audience,
): Promise<{ memberId: string; newsletter: boolean }[]> {
  const { rows } = await pool.query<{ memberId: string; newsletter: boolean }>({
    name: `members-in-${audience}`,
    text: `SELECT u.id AS "memberId", u.newsletter FROM users u
      WHERE u.erased_at IS NULL AND u.email IS NOT NULL AND ${IN_AUDIENCE[audience]} ORDER BY u.created_at, u.id`,
  });
  return rows;
}

/** Whether a member is in it now. */
export async function isIn(pool: pg.Pool, audience: Audience, memberId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: `is-in-${audience}`,
    text: `SELECT 1 FROM users u WHERE u.id = $1 AND ${IN_AUDIENCE[audience]}`,
    values: [memberId],
  });
  return rowCount !== 0;
}
