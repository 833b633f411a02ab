import type pg from 'pg';
import type { AddressFault } from '#domain/member/events.ts';

/** A member in the staff's list; once the member is forgotten, texts are empty. */
export interface ListedMemberRow {
  id: string;
  name: string;
  email: string;
  phone: string;
  /** Whether the member showed that they read mail to the address. */
  emailVerified: boolean;
  /** Why mail to the address does not arrive; null when nothing is known against it. */
  addressFault: AddressFault | null;
  /** Passes that can be used. */
  passes: number;
  /** ISO text formatted in SQL, because parsing and formatting thousands of dates here takes longer. */
  createdAt: string;
  hasUsedNewUserDiscount: boolean;
  /** Confirmed bookings, of past and future classes. */
  totalBookings: number;
  /** London day of the last class attended. */
  lastClassDate: string | null;
}

/** Selects members by a condition on `id` and `$2`, with what they have at `$1`. */
const formatListQuery = (condition: string) => `
  WITH page AS (
    SELECT id, name, email, phone, passes, created_at, has_used_new_user_discount, address_fault,
      email_verified_at IS NOT NULL AS email_verified FROM users
    WHERE erased_at IS NULL AND ${condition}),
  lapsed AS (
    SELECT l.member_id, sum(l.available)::int AS passes FROM page p JOIN wallet_lots l ON l.member_id = p.id
    WHERE l.available > 0 AND l.expires_at < $1 GROUP BY l.member_id),
  booked AS (
    SELECT b.user_id, count(*)::int AS total, max(c.date COLLATE "C") FILTER (WHERE b.attended) AS last
    FROM page p JOIN bookings b ON b.user_id = p.id JOIN schedule_classes c ON c.id = b.class_id
    WHERE b.status = 'confirmed' GROUP BY b.user_id)
  SELECT p.id, coalesce(p.name, '') AS name, coalesce(p.email, '') AS email, coalesce(p.phone, '') AS phone,
    p.email_verified AS "emailVerified", p.address_fault AS "addressFault",
    p.passes - coalesce(l.passes, 0) AS passes,
    to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
    p.has_used_new_user_discount AS "hasUsedNewUserDiscount", coalesce(b.total, 0) AS "totalBookings",
    b.last AS "lastClassDate"
  FROM page p LEFT JOIN lapsed l ON l.member_id = p.id LEFT JOIN booked b ON b.user_id = p.id
  ORDER BY p.id`;

/** All members who have not been erased, the newest first, with what they have at `now`. Reads the table in pages. */
export async function listMembers(pool: pg.Pool, now: Date, pageSize = 2_000): Promise<ListedMemberRow[]> {
  const members: ListedMemberRow[] = [];
  for (let lastId = ''; ; ) {
    const { rows } = await pool.query<ListedMemberRow>({
      name: `list-members-${pageSize}`,
      text: formatListQuery(`id > $2 ORDER BY id LIMIT ${pageSize}`),
      values: [now, lastId],
    });
    members.push(...rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) break;
    lastId = last.id;
  }
  // The sort is stable, so members of the same instant stay in the order of their ids.
  return members.sort((a, b) => Number(a.createdAt < b.createdAt) - Number(a.createdAt > b.createdAt));
}

/** A member as in the list; undefined for an unknown or erased one. */
export async function readListedMember(
  pool: pg.Pool,
  id: string,
  now: Date,
): Promise<ListedMemberRow | undefined> {
  const { rows } = await pool.query<ListedMemberRow>({
    name: 'listed-member',
    text: formatListQuery('id = $2'),
    values: [now, id],
  });
  return rows[0];
}

/** Recipients of a campaign: all members, or those who have or have never booked. */
export type Audience = 'everyone' | 'booked' | 'never-booked';

const IN_AUDIENCE: Record<Audience, string> = {
  everyone: 'true',
  booked: 'EXISTS (SELECT 1 FROM bookings b WHERE b.user_id = u.id)',
  'never-booked': 'NOT EXISTS (SELECT 1 FROM bookings b WHERE b.user_id = u.id)',
};

/** The members of an audience who have an address, and whether they agreed to news by email. */
export async function readAudience(
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

/** Whether a member belongs to an audience now. */
export async function isInAudience(pool: pg.Pool, audience: Audience, memberId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: `is-in-${audience}`,
    text: `SELECT 1 FROM users u WHERE u.id = $1 AND ${IN_AUDIENCE[audience]}`,
    values: [memberId],
  });
  return rowCount !== 0;
}

/** A purchase of a once-only offer by a mailbox or card that had it before with another account. */
export interface RepeatedOfferRow {
  lotId: string;
  memberId: string;
  memberName: string;
  passName: string;
  at: Date;
  isSameMailbox: boolean;
  isSameCard: boolean;
  firstMemberId: string;
  firstMemberName: string;
  firstAt: Date;
}

/** Repeated purchases of once-only offers, the latest first, each with the first one. Erased members are left out. */
export async function readRepeatedOffers(pool: pg.Pool, limit: number): Promise<RepeatedOfferRow[]> {
  const { rows } = await pool.query<RepeatedOfferRow>({
    name: 'repeated-offers',
    text: `
      SELECT u.lot_id AS "lotId", u.member_id AS "memberId", coalesce(m.name, '') AS "memberName",
        l.pass_name AS "passName", u.at, f.mailbox_hash = u.mailbox_hash AS "isSameMailbox",
        coalesce(f.card_hash = u.card_hash, false) AS "isSameCard", f.member_id AS "firstMemberId",
        coalesce(f.name, '') AS "firstMemberName", f.at AS "firstAt"
      FROM offer_uses u
      JOIN users m ON m.id = u.member_id JOIN wallet_lots l ON l.lot_id = u.lot_id
      CROSS JOIN LATERAL (
        SELECT e.*, first.name FROM offer_uses e JOIN users first ON first.id = e.member_id
        WHERE e.offer = u.offer AND e.member_id <> u.member_id AND (e.at, e.lot_id) < (u.at, u.lot_id)
          AND (e.mailbox_hash = u.mailbox_hash OR e.card_hash = u.card_hash)
        ORDER BY e.at, e.lot_id LIMIT 1) f
      ORDER BY u.at DESC, u.lot_id LIMIT $1`,
    values: [limit],
  });
  return rows;
}
