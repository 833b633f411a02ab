import type { Pool } from 'pg';

/** The channel that receives the id of each session that ends. */
export const SESSION_CHANNEL = 'sessions';

/** A session; `sess` is its owner as the API stored it. */
export interface SessionRow {
  readonly sid: string;
  readonly sess: unknown;
  readonly expire: Date;
  readonly lastUsedAt: Date;
  /** Whether it was once unused for longer than `recordSessionUse` permits. */
  readonly wasIdle: boolean;
}

/** Where a session was opened. */
export interface SessionOrigin {
  /** A keyed hash of the network. */
  readonly networkHash: string;
  /** Such as "Firefox on Windows". */
  readonly browser: string;
}

export async function insertSession(
  pool: Pool,
  { sid, sess, expire }: Pick<SessionRow, 'sid' | 'sess' | 'expire'>,
  origin: SessionOrigin | null,
): Promise<void> {
  await pool.query(
    'INSERT INTO sessions (sid, sess, expire, network_hash, browser) VALUES ($1, $2, $3, $4, $5)',
    [sid, sess, expire, origin?.networkHash ?? null, origin?.browser ?? null],
  );
}

/** Records that a session was used now, and whether it had been unused for more than `idleMs` before. */
export async function recordSessionUse(pool: Pool, sid: string, idleMs: number): Promise<void> {
  await pool.query(
    `UPDATE sessions SET last_used_at = now(),
       was_idle = was_idle OR last_used_at < now() - make_interval(secs => $2::float8 / 1000)
     WHERE sid = $1`,
    [sid, idleMs],
  );
}

/** Lets a session last until `expire` and records its use. Returns false if it has ended. */
export async function extendSession(pool: Pool, sid: string, expire: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE sessions SET expire = greatest(expire, $2), last_used_at = now()
     WHERE sid = $1 AND expire > now()`,
    [sid, expire],
  );
  return rowCount === 1;
}

/** Moves a session to another credential epoch with other changes, and notifies every API process to read it again. */
export async function setSessionEpoch(
  pool: Pool,
  sid: string,
  epoch: number,
  changes: { readonly hasSecondFactor?: boolean } = {},
): Promise<void> {
  await pool.query(
    `WITH moved AS (UPDATE sessions SET sess = sess || jsonb_build_object('epoch', $2::int) || $3::jsonb WHERE sid = $1)
     SELECT pg_notify('${SESSION_CHANNEL}', $1)`,
    [sid, epoch, changes],
  );
}

/** Ending a session ends the push messages to its browser, which another person may use next. A session that expires does not end them. */
const ENDS_PUSH = 'DELETE FROM push_subscriptions WHERE sid IN (SELECT sid FROM deleted)';

/** Deletes a session and notifies every API process. */
export async function deleteSession(pool: Pool, sid: string): Promise<void> {
  await pool.query(
    `WITH deleted AS (DELETE FROM sessions WHERE sid = $1 RETURNING sid), push AS (${ENDS_PUSH})
     SELECT pg_notify('${SESSION_CHANNEL}', $1)`,
    [sid],
  );
}

/** Deletes a staff session and notifies every API process; a member's stays. */
export async function deleteStaffSession(pool: Pool, sid: string): Promise<void> {
  await pool.query(
    `WITH deleted AS (DELETE FROM sessions WHERE sid = $1 AND sess ->> 'kind' = 'staff' RETURNING sid)
     SELECT pg_notify('${SESSION_CHANNEL}', sid) FROM deleted`,
    [sid],
  );
}

/** Deletes a member's session and notifies every API process. Returns false if the member has no such session. */
export async function deleteMemberSession(pool: Pool, sid: string, memberId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH deleted AS (DELETE FROM sessions WHERE sid = $1 AND sess ->> 'memberId' = $2 RETURNING sid),
       push AS (${ENDS_PUSH})
     SELECT pg_notify('${SESSION_CHANNEL}', sid) FROM deleted`,
    [sid, memberId],
  );
  return rowCount === 1;
}

/** Deletes every session of a shared password, notifies every API process, and returns the deleted ids. */
export async function deleteSharedSessions(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ sid: string }>(
    `WITH deleted AS (
       DELETE FROM sessions WHERE sess ->> 'kind' = 'staff' AND NOT sess ? 'staffId' RETURNING sid)
     SELECT sid, pg_notify('${SESSION_CHANNEL}', sid) FROM deleted`,
  );
  return rows.map(({ sid }) => sid);
}

/** A member or staff account that may have several sessions. */
export type SessionOwner = { readonly memberId: string } | { readonly staffId: string };

/**
 * Deletes every session of an owner except the given one, and the push subscriptions of a member's other browsers. Notifies every API
 * process, and returns the deleted ids.
 */
export async function deleteSessionsOf(
  pool: Pool,
  owner: SessionOwner,
  except: string | null,
): Promise<string[]> {
  const [field, id] = 'memberId' in owner ? ['memberId', owner.memberId] : ['staffId', owner.staffId];
  const { rows } = await pool.query<{ sid: string }>(
    `WITH deleted AS (
       DELETE FROM sessions WHERE sess ->> '${field}' = $1 AND sid IS DISTINCT FROM $2 RETURNING sid),
       push AS (DELETE FROM push_subscriptions WHERE member_id = $1 AND sid IS DISTINCT FROM $2)
     SELECT sid, pg_notify('${SESSION_CHANNEL}', sid) FROM deleted`,
    [id, except],
  );
  return rows.map(({ sid }) => sid);
}

/** Deletes a member's sessions of earlier credential epochs, and notifies every API process. */
export async function deleteSessionsBefore(pool: Pool, memberId: string, epoch: number): Promise<void> {
  await pool.query(
    `WITH deleted AS (
       DELETE FROM sessions WHERE sess ->> 'memberId' = $1 AND coalesce((sess ->> 'epoch')::int, 1) < $2 RETURNING sid),
       push AS (${ENDS_PUSH})
     SELECT pg_notify('${SESSION_CHANNEL}', sid) FROM deleted`,
    [memberId, epoch],
  );
}

/** Notifies every API process to read admins' sessions without a second factor again, and to end their event streams. */
export async function recheckAdminSessions(pool: Pool): Promise<void> {
  await pool.query(
    `SELECT pg_notify('${SESSION_CHANNEL}', sid) FROM sessions
     WHERE sess ->> 'role' = 'admin' AND NOT sess @> '{"hasSecondFactor": true}'`,
  );
}

export async function hasExpiredSessions(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM sessions WHERE expire < now() LIMIT 1');
  return rowCount !== 0;
}

export async function deleteExpiredSessions(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM sessions WHERE expire < now()');
}
