import type { Pool } from 'pg';

/** Tables other than read models whose rows belong to a member and are deleted with the account. */
const MEMBER_TABLES = [
  { table: 'sessions', member: `sess ->> 'memberId'` },
  { table: 'password_resets', member: 'member_id' },
  { table: 'sign_in_codes', member: 'member_id' },
  { table: 'passkeys', member: 'member_id' },
  { table: 'email_changes', member: 'member_id' },
  { table: 'calendar_feeds', member: 'member_id' },
  { table: 'push_subscriptions', member: 'member_id' },
  { table: 'known_devices', member: 'owner_id' },
  { table: 'member_activity', member: 'member_id' },
  { table: 'retention_notices', member: 'member_id' },
  { table: 'offer_uses', member: 'member_id' },
] as const;

/** The tables other than read models that hold a member's rows or key. */
export const PERSONAL_TABLES: readonly string[] = [...MEMBER_TABLES.map(({ table }) => table), 'member_keys'];

/**
 * Deletes a member's rows outside the read models, and rows with the hash of their address from before `now`. Deletes
 * the member's id in the ledger of emails, and the outcomes of these emails. Notifies API processes of the ended
 * sessions.
 */
export async function deletePersonalRows(
  pool: Pool,
  { memberId, emailHash, now }: { memberId: string; emailHash: string | null; now: Date },
): Promise<void> {
  await pool.query(
    `WITH deleted AS (DELETE FROM sessions WHERE sess ->> 'memberId' = $1 RETURNING sid)
     SELECT pg_notify('sessions', sid) FROM deleted`,
    [memberId],
  );
  for (const { table, member } of MEMBER_TABLES) {
    await pool.query(`DELETE FROM ${table} WHERE ${member} = $1`, [memberId]);
  }
  await pool.query(
    `DELETE FROM mail_outcomes o USING performed_effects e WHERE e.member_id = $1 AND o.message_id = e.message_id`,
    [memberId],
  );
  await pool.query('UPDATE performed_effects SET member_id = NULL, message_id = NULL WHERE member_id = $1', [
    memberId,
  ]);
  if (emailHash === null) return;
  for (const table of ['password_reset_requests', 'sign_in_codes']) {
    await pool.query(`DELETE FROM ${table} WHERE email_hash = $1 AND requested_at <= $2`, [emailHash, now]);
  }
  await pool.query(`DELETE FROM password_tries WHERE door = 'member' AND account_hash = $1`, [emailHash]);
}

/** The tables in which these members still have rows. */
export async function readPersonalRows(
  pool: Pool,
  memberIds: readonly string[],
): Promise<{ memberId: string; table: string }[]> {
  const found: { memberId: string; table: string }[] = [];
  const tables = [...MEMBER_TABLES, { table: 'performed_effects', member: 'member_id' }];
  for (const { table, member } of tables) {
    const { rows } = await pool.query<{ memberId: string }>(
      `SELECT DISTINCT ${member} AS "memberId" FROM ${table} WHERE ${member} = ANY($1)`,
      [memberIds],
    );
    found.push(...rows.map(({ memberId }) => ({ memberId, table })));
  }
  return found;
}

/** Deletes the remaining ids of a member whose records were removed. */
export async function deleteMemberIds(pool: Pool, memberId: string): Promise<void> {
  await pool.query('DELETE FROM campaign_members WHERE member_id = $1', [memberId]);
  await pool.query(`DELETE FROM keyed_ids WHERE kind = 'membership' AND key = $1`, [memberId]);
}
