import type { Pool } from 'pg';

/** Tables that are no read models and whose rows belong to a member: they end with the account. */
const OF_MEMBERS = [
  { table: 'sessions', member: `sess ->> 'memberId'` },
  { table: 'password_resets', member: 'member_id' },
  { table: 'email_changes', member: 'member_id' },
  { table: 'calendar_feeds', member: 'member_id' },
  { table: 'member_activity', member: 'member_id' },
  { table: 'retention_notices', member: 'member_id' },
] as const;

/**
 * Removes what belongs to a member beside the read models, and what is known by the hash of their address from before `now`;
 * the ledger of emails forgets to whom they went. API processes hear of the sessions that end.
 */
export async function forgetPersonalRows(
  pool: Pool,
  { memberId, emailHash, now }: { memberId: string; emailHash: string | null; now: Date },
): Promise<void> {
  await pool.query(
    `WITH gone AS (DELETE FROM sessions WHERE sess ->> 'memberId' = $1 RETURNING sid)
     SELECT pg_notify('sessions', sid) FROM gone`,
    [memberId],
  );
  for (const { table, member } of OF_MEMBERS) {
    await pool.query(`DELETE FROM ${table} WHERE ${member} = $1`, [memberId]);
  }
  await pool.query('UPDATE performed_effects SET member_id = NULL WHERE member_id = $1', [memberId]);
  if (emailHash === null) return;
  await pool.query('DELETE FROM password_reset_requests WHERE email_hash = $1 AND requested_at <= $2', [
    emailHash,
    now,
  ]);
  await pool.query(`DELETE FROM password_tries WHERE door = 'member' AND account_hash = $1`, [emailHash]);
}

/** Rows of these members in the same tables. */
export async function personalRowsLeft(
  pool: Pool,
  memberIds: readonly string[],
): Promise<{ memberId: string; table: string }[]> {
  const found: { memberId: string; table: string }[] = [];
  const tables = [...OF_MEMBERS, { table: 'performed_effects', member: 'member_id' }];
  for (const { table, member } of tables) {
    const { rows } = await pool.query<{ memberId: string }>(
      `SELECT DISTINCT ${member} AS "memberId" FROM ${table} WHERE ${member} = ANY($1)`,
      [memberIds],
    );
    found.push(...rows.map(({ memberId }) => ({ memberId, table })));
  }
  return found;
}

/** What still names a member whose records were removed, though only by an id. */
export async function forgetIdsOf(pool: Pool, memberId: string): Promise<void> {
  await pool.query('DELETE FROM campaign_members WHERE member_id = $1', [memberId]);
  await pool.query(`DELETE FROM keyed_ids WHERE kind = 'membership' AND key = $1`, [memberId]);
}
