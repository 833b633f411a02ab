import type pg from 'pg';

export interface StaffRow {
  id: string;
  email: string | null;
  /** Null until the person has joined. */
  name: string | null;
  passwordHash: string | null;
  /** The credential epoch of this password and role. */
  epoch: number;
  /** When the second factor was added; null without one. */
  secondFactorSince: Date | null;
  role: string;
  status: string;
  /** When the latest invitation was sent. */
  invitedAt: Date;
  /** The inviting and the removing staff member's name; null for the shared password. */
  invitedBy: string | null;
  joinedAt: Date | null;
  removedAt: Date | null;
  removedBy: string | null;
}

const SELECT = `
  SELECT s.id, s.email, s.name, s.password AS "passwordHash", s.credential_epoch AS epoch,
    s.second_factor_since AS "secondFactorSince", s.role, s.status, s.invited_at AS "invitedAt",
    s.joined_at AS "joinedAt", s.removed_at AS "removedAt", inviter.name AS "invitedBy",
    remover.name AS "removedBy"
  FROM staff_accounts s LEFT JOIN staff_accounts inviter ON inviter.id = s.invited_by
    LEFT JOIN staff_accounts remover ON remover.id = s.removed_by`;

/** All staff accounts by name: active ones, then invited ones, then removed ones. */
export async function readStaffAccounts(pool: pg.Pool): Promise<StaffRow[]> {
  const { rows } = await pool.query<StaffRow>({
    name: 'staff-accounts',
    text: `${SELECT} ORDER BY array_position(ARRAY['active', 'invited', 'removed'], s.status),
      coalesce(s.name, s.email), s.id`,
  });
  return rows;
}

export async function readStaffById(pool: pg.Pool, id: string): Promise<StaffRow | undefined> {
  const { rows } = await pool.query<StaffRow>({
    name: 'staff-by-id',
    text: `${SELECT} WHERE s.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** The active account with this email, in any letter case. */
export async function readActiveStaffByEmail(pool: pg.Pool, email: string): Promise<StaffRow | undefined> {
  const { rows } = await pool.query<StaffRow>({
    name: 'active-staff-by-email',
    text: `${SELECT} WHERE lower(s.email) = lower($1) AND s.status = 'active' ORDER BY s.joined_at LIMIT 1`,
    values: [email],
  });
  return rows[0];
}

/** The ids of the active admins. */
export async function readActiveAdminIds(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'active-admins',
    text: `SELECT id FROM staff_accounts WHERE status = 'active' AND role = 'admin'`,
  });
  return rows.map(({ id }) => id);
}

/** Names of staff members by id, including removed ones, for histories. */
export async function readStaffNames(
  pool: pg.Pool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; name: string }>({
    name: 'staff-names',
    text: 'SELECT id, name FROM staff_accounts WHERE id = ANY($1) AND name IS NOT NULL',
    values: [[...new Set(ids)]],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
