import type { Pool } from 'pg';

/** Records a member's sign-in, but not of an erased member. */
export async function recordSignIn(pool: Pool, memberId: string, now: Date): Promise<void> {
  await pool.query(
    `INSERT INTO member_activity (member_id, signed_in_at)
     SELECT id, $2 FROM users WHERE id = $1 AND erased_at IS NULL
     ON CONFLICT (member_id) DO UPDATE SET signed_in_at = greatest(member_activity.signed_in_at, excluded.signed_in_at)`,
    [memberId, now],
  );
}

/** A member's last sign-in; null when none is recorded. */
export async function readLastSignIn(pool: Pool, memberId: string): Promise<Date | null> {
  const { rows } = await pool.query<{ signedInAt: Date }>(
    'SELECT signed_in_at AS "signedInAt" FROM member_activity WHERE member_id = $1',
    [memberId],
  );
  return rows[0]?.signedInAt ?? null;
}

/** Records that a member was notified of the erasure, and for which absence. */
export async function recordRetentionNotice(
  pool: Pool,
  { memberId, activeAt, now }: { memberId: string; activeAt: Date; now: Date },
): Promise<void> {
  await pool.query(
    `INSERT INTO retention_notices (member_id, active_at, told_at) VALUES ($1, $2, $3)
     ON CONFLICT (member_id) DO UPDATE SET active_at = excluded.active_at, told_at = excluded.told_at
     WHERE retention_notices.active_at <> excluded.active_at`,
    [memberId, activeAt, now],
  );
}
