import type pg from 'pg';
import type { AddressFault } from '#domain/member/events.ts';
import type { ParsedSearch } from '#domain/search-key.ts';
import { formatAnyCondition } from '#infra/postgres/any-condition.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';
import { readBookingsOfMember } from '../bookings/queries.ts';
import { readMembershipOfMember } from '../memberships/queries.ts';
import { readWaits } from '../waitlist/queries.ts';

export interface UserRow {
  id: string;
  email: string | null;
  name: string | null;
  phone: string | null;
  passwordHash: string | null;
  /** The credential epoch of this password: what is handed out for it holds only for this epoch. */
  epoch: number;
  dateOfBirth: string | null;
  hasUsedSignUpClass: boolean;
  hasUsedNewUserDiscount: boolean;
  /** When the first class was booked with a Sign Up Class. */
  specialOfferEligibleSince: Date | null;
  newsletter: boolean;
  /** Why mail to the address does not arrive; null when nothing is known against it. */
  addressFault: AddressFault | null;
  /** Was brought over, and was neither invited nor ever here: gets no mail. */
  isSilent: boolean;
  /** Set once the member is erased; personal data is null then. */
  erasedAt: Date | null;
  createdAt: Date;
  /** When the member's data last changed. */
  updatedAt: Date;
}

const SELECT = `
  SELECT u.id, u.email, u.name, u.phone, u.password AS "passwordHash", u.credential_epoch AS epoch,
    u.date_of_birth AS "dateOfBirth",
    u.has_used_sign_up_class AS "hasUsedSignUpClass", u.has_used_new_user_discount AS "hasUsedNewUserDiscount",
    u.special_offer_eligible_since AS "specialOfferEligibleSince",
    u.newsletter, u.address_fault AS "addressFault", u.is_silent AS "isSilent", u.erased_at AS "erasedAt", u.created_at AS "createdAt",
    u.updated_at AS "updatedAt"
  FROM users u`;

export async function readUserById(pool: pg.Pool, id: string): Promise<UserRow | undefined> {
  const { rows } = await pool.query<UserRow>({
    name: 'user-by-id',
    text: `${SELECT} WHERE u.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** The data of a member that every page shows. */
export interface ShownUserRow {
  id: string;
  email: string | null;
  name: string | null;
  phone: string | null;
  hasUsedSignUpClass: boolean;
  hasUsedNewUserDiscount: boolean;
  /** Number of usable passes, bought or added by staff. */
  usablePasses: number;
}

/** The data that every page shows of these members at `now`, by id. */
export async function readShownUsers(
  queryable: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, ShownUserRow>> {
  const { rows } = await queryable.query<ShownUserRow>({
    name: 'shown-users',
    text: `SELECT u.id, u.email, u.name, u.phone, u.has_used_sign_up_class AS "hasUsedSignUpClass",
        u.has_used_new_user_discount AS "hasUsedNewUserDiscount",
        (SELECT coalesce(sum(l.available), 0)::int FROM wallet_lots l
          WHERE l.member_id = u.id AND l.kind <> 'membership' AND l.expires_at >= $2) AS "usablePasses"
      FROM users u WHERE u.id ${formatAnyCondition(1, 'text')}`,
    values: [ids, now],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ignores letter case. If two members had the same address, returns the one who signed up first. */
export async function readUserByEmail(pool: pg.Pool, email: string): Promise<UserRow | undefined> {
  const { rows } = await pool.query<UserRow>({
    name: 'user-by-email',
    text: `${SELECT} WHERE lower(u.email) = lower($1) ORDER BY u.created_at, u.id LIMIT 1`,
    values: [email],
  });
  return rows[0];
}

const escapeLike = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * The members whose name, email or phone has each word of the search, however it is spelt, or whose phone number has all of it. By
 * name, at most `limit`.
 */
export async function findUsers(
  pool: pg.Pool,
  { digits, words }: ParsedSearch,
  limit: number,
): Promise<UserRow[]> {
  const { rows } = await pool.query<UserRow>({
    name: 'find-users',
    text: `${SELECT} WHERE u.erased_at IS NULL AND (
        u.phone_e164 LIKE $3 OR u.search_text LIKE $3 OR NOT EXISTS (
          SELECT 1 FROM unnest($1::text[], $2::text[]) AS word(text, digits)
          WHERE (u.search_text LIKE word.text OR u.phone_e164 LIKE word.digits) IS NOT TRUE))
      ORDER BY u.name, u.id LIMIT $4`,
    values: [
      words.map(({ text }) => escapeLike(text)),
      words.map((word) => word.digits && escapeLike(word.digits)),
      digits && escapeLike(digits),
      limit,
    ],
  });
  return rows;
}

/** The bookings, waits and membership that end with the account. */
export interface Leftovers {
  memberId: string;
  /** Confirmed bookings of future classes. */
  bookings: { bookingId: number; classId: number; memberId: string }[];
  /** Future classes for which the member waits. */
  waitingIn: number[];
  /** The subscription of a membership that has not ended. */
  subscriptionId: string | null;
}

export async function readLeftovers(pool: pg.Pool, memberId: string, now: Date): Promise<Leftovers> {
  const [bookings, waits, membership] = await Promise.all([
    readBookingsOfMember(pool, memberId),
    readWaits(pool, memberId),
    readMembershipOfMember(pool, memberId),
  ]);
  return {
    memberId,
    bookings: bookings
      .filter(({ status, startsAt }) => status === 'confirmed' && startsAt > now)
      .map(({ id, classId }) => ({ bookingId: id, classId, memberId })),
    waitingIn: waits
      .filter(({ leftAt, startsAt }) => leftAt === null && startsAt > now)
      .map(({ classId }) => classId),
    subscriptionId:
      membership === undefined || membership.status === 'ended' ? null : membership.subscriptionId,
  };
}

/** Erased members with a remaining key, confirmed future booking, waitlist entry or membership. */
export async function readErasuresToFinish(pool: pg.Pool, now: Date, limit = 500): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'erasures-to-finish',
    text: `SELECT u.id FROM users u WHERE u.erased_at IS NOT NULL AND (
        EXISTS (SELECT 1 FROM member_keys k WHERE k.member_id = u.id AND k.destroyed_at IS NULL)
        OR EXISTS (SELECT 1 FROM bookings b JOIN schedule_classes c ON c.id = b.class_id
          WHERE b.user_id = u.id AND b.status = 'confirmed' AND c.starts_at > $1)
        OR EXISTS (SELECT 1 FROM waitlist w JOIN schedule_classes c ON c.id = w.class_id
          WHERE w.user_id = u.id AND w.left_at IS NULL AND c.starts_at > $1)
        OR EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.id AND m.status <> 'ended'))
      ORDER BY u.erased_at, u.id LIMIT $2`,
    values: [now, limit],
  });
  return rows.map(({ id }) => id);
}

/** The names of these members by id; erased and unknown members are omitted. */
export async function readMemberNames(pool: pg.Pool, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; name: string }>({
    name: 'names-of',
    text: 'SELECT id, name FROM users WHERE id = ANY($1::text[]) AND name IS NOT NULL',
    values: [ids],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The members with these addresses, which are in lower case. */
export async function readUsersByEmails(
  pool: pg.Pool,
  emails: readonly string[],
): Promise<{ id: string; email: string; name: string }[]> {
  const { rows } = await pool.query<{ id: string; email: string; name: string }>({
    name: 'users-by-emails',
    text: `SELECT id, lower(email) AS email, coalesce(name, '') AS name FROM users
      WHERE lower(email) = ANY($1::text[]) AND erased_at IS NULL ORDER BY created_at DESC, id DESC`,
    values: [emails],
  });
  return rows;
}
