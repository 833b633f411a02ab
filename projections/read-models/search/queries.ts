import type pg from 'pg';
import type { ParsedSearch } from '#domain/search-key.ts';

/** The rows of one kind that a search finds: by a part of an id, or of these members. */
export interface OwnedSearch {
  /** A part of an id; null where the search is none. */
  readonly idPart: string | null;
  readonly memberIds: readonly string[];
  readonly limit: number;
}

const formatPattern = (part: string | null): string | null =>
  part === null ? null : `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

const valuesOf = ({ idPart, memberIds, limit }: OwnedSearch) => [formatPattern(idPart), memberIds, limit];

export interface FoundPayment {
  id: string;
  memberId: string;
  /** Null once the member is erased. */
  memberName: string | null;
  what: string;
  amountPence: number;
  at: Date;
}

/** Payments for passes and paid months of memberships; those found by their id first, then the latest. */
export async function findPayments(pool: pg.Pool, search: OwnedSearch): Promise<FoundPayment[]> {
  const { rows } = await pool.query<FoundPayment>({
    name: 'search-payments',
    text: `
      WITH found AS (
        (SELECT 0 AS rank, payment_intent_id AS id, member_id, pass_name AS what, price_pence AS amount, started_at AS at
          FROM payments WHERE payment_intent_id ILIKE $1 LIMIT $3)
        UNION ALL
        (SELECT 0, invoice_id, member_id, plan_name, amount_pence, paid_at
          FROM membership_payments WHERE invoice_id ILIKE $1 OR payment_intent_id ILIKE $1 LIMIT $3)
        UNION ALL
        (SELECT 1, payment_intent_id, member_id, pass_name, price_pence, started_at
          FROM payments WHERE member_id = ANY($2::text[]) ORDER BY started_at DESC LIMIT $3)
        UNION ALL
        (SELECT 1, invoice_id, member_id, plan_name, amount_pence, paid_at
          FROM membership_payments WHERE member_id = ANY($2::text[]) ORDER BY paid_at DESC LIMIT $3))
      SELECT f.id, f.member_id AS "memberId", u.name AS "memberName", f.what, f.amount AS "amountPence", f.at
      FROM (SELECT DISTINCT ON (id) * FROM found ORDER BY id, rank) f LEFT JOIN users u ON u.id = f.member_id
      ORDER BY f.rank, f.at DESC, f.id LIMIT $3`,
    values: valuesOf(search),
  });
  return rows;
}

export interface FoundLot {
  id: string;
  memberId: string;
  memberName: string | null;
  passName: string;
  granted: number;
  available: number;
  expiresAt: Date;
}

/** Lots of passes; those found by their id first, then the latest. */
export async function findLots(pool: pg.Pool, search: OwnedSearch): Promise<FoundLot[]> {
  const { rows } = await pool.query<FoundLot>({
    name: 'search-lots',
    text: `
      WITH found AS (
        (SELECT 0 AS rank, lot_id FROM wallet_lots WHERE lot_id ILIKE $1 LIMIT $3)
        UNION ALL
        (SELECT 1, lot_id FROM wallet_lots WHERE member_id = ANY($2::text[]) ORDER BY granted_at DESC LIMIT $3))
      SELECT l.lot_id AS id, l.member_id AS "memberId", u.name AS "memberName", l.pass_name AS "passName", l.granted,
        l.available, l.expires_at AS "expiresAt"
      FROM (SELECT lot_id, min(rank) AS rank FROM found GROUP BY lot_id) f
        JOIN wallet_lots l ON l.lot_id = f.lot_id LEFT JOIN users u ON u.id = l.member_id
      ORDER BY f.rank, l.granted_at DESC, l.lot_id LIMIT $3`,
    values: valuesOf(search),
  });
  return rows;
}

export interface FoundClass {
  id: number;
  name: string;
  date: string;
  time: string;
  instructorName: string;
  startsAt: Date;
}

export interface FoundBooking {
  id: number;
  memberId: string;
  memberName: string | null;
  status: string;
  class: Pick<FoundClass, 'id' | 'name' | 'date' | 'time'>;
}

/** Bookings: the one with that id first, then the latest of these members. */
export async function findBookings(
  pool: pg.Pool,
  { id, memberIds, limit }: { id: number | null; memberIds: readonly string[]; limit: number },
): Promise<FoundBooking[]> {
  const { rows } = await pool.query<FoundBooking>({
    name: 'search-bookings',
    text: `
      SELECT b.id, b.user_id AS "memberId", u.name AS "memberName", b.status,
        json_build_object('id', c.id, 'name', c.name, 'date', c.date, 'time', c.time) AS class
      FROM bookings b JOIN schedule_classes c ON c.id = b.class_id LEFT JOIN users u ON u.id = b.user_id
      WHERE b.status <> 'undone' AND (b.id = $1 OR b.user_id = ANY($2::text[]))
      ORDER BY b.id = $1 DESC NULLS LAST, c.starts_at DESC, b.id DESC LIMIT $3`,
    values: [id, memberIds, limit],
  });
  return rows;
}

/** What each instructor is found by, as the words of a search are spelt. */
export type InstructorKeys = readonly { readonly id: number; readonly key: string }[];

/**
 * Classes: the one with that id first, then those nearest to now whose level, instructor, day or time have each word. A day is
 * found as `2026-05-12` and as `12may`, since the keys have no spaces.
 */
export async function findClasses(
  pool: pg.Pool,
  {
    id,
    words,
    instructors,
    now,
    limit,
  }: {
    id: number | null;
    words: ParsedSearch['words'];
    instructors: InstructorKeys;
    now: Date;
    limit: number;
  },
): Promise<FoundClass[]> {
  const { rows } = await pool.query<FoundClass>({
    name: 'search-classes',
    text: `
      WITH instructor AS (SELECT * FROM unnest($3::int[], $4::text[]) AS i (id, key)),
        named AS (
          SELECT c.*, replace(replace(c.name, ' ', ''), '&', '') || ' ' || c.name || ' ' || replace(c.date, '-', '')
            || ' ' || c.time || ' ' || to_char(c.date::date, 'fmdyfmddfmmonth') || ' ' || coalesce(i.key, '') AS text
          FROM schedule_classes c LEFT JOIN instructor i ON i.id = c.instructor_id)
      SELECT c.id, c.name, c.date, c.time, coalesce(i.name, '') AS "instructorName", c.starts_at AS "startsAt"
      FROM named c LEFT JOIN instructors i ON i.id = c.instructor_id
      WHERE c.id = $1 OR (cardinality($2::text[]) > 0 AND NOT c.is_cancelled AND NOT EXISTS (
        SELECT 1 FROM unnest($2::text[]) AS word (pattern) WHERE c.text NOT LIKE word.pattern))
      ORDER BY c.id = $1 DESC NULLS LAST, abs(extract(epoch FROM c.starts_at - $5::timestamptz)), c.id LIMIT $6`,
    values: [
      id,
      words.map(({ text }) => formatPattern(text)),
      instructors.map((one) => one.id),
      instructors.map(({ key }) => key),
      now,
      limit,
    ],
  });
  return rows;
}
