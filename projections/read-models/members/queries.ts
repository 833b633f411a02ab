import type pg from 'pg';

export interface UserRow {
  id: string;
  email: string | null;
  name: string | null;
  phone: string | null;
  passwordHash: string | null;
  dateOfBirth: string | null;
  hasUsedSignUpClass: boolean;
  hasUsedNewUserDiscount: boolean;
  /** When the first class was booked with a Sign Up Class. */
  specialOfferEligibleSince: Date | null;
  newsletter: boolean;
  /** Set once the member was erased: all that is personal is null. */
  erasedAt: Date | null;
  createdAt: Date;
  /** Of the last thing that happened to what is shown of the member. */
  updatedAt: Date;
}

const SELECT = `
  SELECT u.id, u.email, u.name, u.phone, u.password AS "passwordHash", u.date_of_birth AS "dateOfBirth",
    u.has_used_sign_up_class AS "hasUsedSignUpClass", u.has_used_new_user_discount AS "hasUsedNewUserDiscount",
    CASE WHEN u.has_used_sign_up_class THEN (
      SELECT min(b.created_at) FROM bookings b JOIN wallet_lots l ON l.lot_id = b.lot_id
      WHERE b.user_id = u.id AND l.offer = 'sign_up') END AS "specialOfferEligibleSince",
    u.newsletter, u.erased_at AS "erasedAt", u.created_at AS "createdAt",
    u.updated_at AS "updatedAt"
  FROM users u`;

export async function userById(pool: pg.Pool, id: string): Promise<UserRow | undefined> {
  const { rows } = await pool.query<UserRow>({
    name: 'user-by-id',
    text: `${SELECT} WHERE u.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Letter case does not matter. Should two ever have one address, the first to sign up is meant. */
export async function userByEmail(pool: pg.Pool, email: string): Promise<UserRow | undefined> {
  const { rows } = await pool.query<UserRow>({
    name: 'user-by-email',
    text: `${SELECT} WHERE lower(u.email) = lower($1) ORDER BY u.created_at, u.id LIMIT 1`,
    values: [email],
  });
  return rows[0];
}
