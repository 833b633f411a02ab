import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../transaction.ts';
import {
  countedSeconds,
  type DelaySchedule,
  everywhereSchedule,
  getDelaySeconds,
  placeSchedule,
} from './try-delays.ts';

/** Staff can read attempts at staff sign-ins for three months; those of members are stored only while they count. */
const staffTriesRetentionDays = 90;

/** A password attempt, with hashes instead of addresses. */
export interface PasswordTry {
  /** `member`; the role whose shared password was tried; `account` for a staff account; `second-factor` for its code. */
  readonly credentialKind: string;
  /** The network it came from. */
  readonly clientHash: string;
  /** The hash of the typed email, whether it exists or not; null for a shared password. */
  readonly accountHash: string | null;
  /** The browser's, if the owner of the credential has signed in there before; null for any other. */
  readonly deviceId?: string | null;
}

/** Attempts whose failures are counted together. */
interface Lane {
  readonly name: string;
  readonly schedule: DelaySchedule;
  /** On the rows of `password_tries`, after those of the credential. */
  readonly condition: string;
  readonly value: string | null;
}

/**
 * A known device is counted by itself, so that no stranger can delay it. All others are counted by network, and in total. Always in
 * the same order, to prevent deadlocks.
 */
function getLanes({ credentialKind, clientHash, deviceId = null }: PasswordTry): Lane[] {
  if (deviceId !== null) {
    return [{ name: 'device', schedule: placeSchedule, condition: 'device_id::text = $3', value: deviceId }];
  }
  return [
    {
      name: 'network',
      schedule: placeSchedule,
      condition: 'device_id IS NULL AND client_hash = $3',
      value: clientHash,
    },
    {
      name: 'everywhere',
      // Only who knows the password comes to the code, so strangers cannot make others wait.
      schedule: credentialKind === 'second-factor' ? placeSchedule : everywhereSchedule,
      condition: 'device_id IS NULL AND $3::text IS NULL',
      value: null,
    },
  ];
}

/** The rows of one credential; its parameters are its kind and the account's hash. */
const sameCredential = (accountHash: string | null) =>
  `door = $1 AND ${accountHash === null ? '$2::text IS NULL AND account_hash IS NULL' : 'account_hash = $2'}`;

/** The seconds until the next attempt of a lane is checked; 0 when it is checked now. */
async function readWaitSeconds(
  client: PoolClient,
  { credentialKind, accountHash }: PasswordTry,
  { schedule, condition, value }: Lane,
): Promise<number> {
  const { rows } = await client.query<{ failures: number; ageSeconds: number }>(
    `SELECT count(*)::int AS failures,
       coalesce(extract(epoch FROM clock_timestamp() - max(at)), 0)::float AS "ageSeconds"
     FROM password_tries
     WHERE ${sameCredential(accountHash)} AND ${condition}
       AND counts AND NOT succeeded AND at > now() - make_interval(secs => $4)`,
    [credentialKind, accountHash, value, countedSeconds],
  );
  const { failures = 0, ageSeconds = 0 } = rows[0] ?? {};
  return Math.max(0, getDelaySeconds(schedule, failures) - ageSeconds);
}

/**
 * Records an attempt as failed before its password is checked. While wrong ones before it slow it down, it records nothing and returns
 * the seconds to wait. Attempts of one lane run one after another across all processes, so that concurrent ones get no more guesses.
 * Uses the machine's clock, like sessions.
 */
export function startTry(
  pool: Pool,
  attempt: PasswordTry,
  { isLimited }: { isLimited: boolean },
): Promise<{ readonly id: string } | { readonly shutForSeconds: number }> {
  const { credentialKind, clientHash, accountHash, deviceId = null } = attempt;
  return inTransaction(pool, async (client) => {
    if (isLimited) {
      const lanes = getLanes(attempt);
      for (const { name, value } of lanes) {
        const key = ['password-tries', name, credentialKind, accountHash, value].join('/');
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
      }
      const waits = [];
      for (const lane of lanes) waits.push(await readWaitSeconds(client, attempt, lane));
      const waitSeconds = Math.ceil(Math.max(...waits));
      if (waitSeconds > 0) return { shutForSeconds: waitSeconds };
    }
    await client.query(
      `DELETE FROM password_tries WHERE id IN (
         SELECT id FROM password_tries WHERE at < now() - make_interval(days => $1)
           OR door = 'member' AND at < now() - make_interval(secs => $2)
         FOR UPDATE SKIP LOCKED)`,
      [staffTriesRetentionDays, countedSeconds],
    );
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO password_tries (at, door, client_hash, account_hash, device_id)
       VALUES (clock_timestamp(), $1, $2, $3, $4) RETURNING id::text`,
      [credentialKind, clientHash, accountHash, deviceId],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('A password attempt was not stored');
    return row;
  });
}

/** The attempts of the same credential from the same network or known device, up to the one with the id $1. */
const SAME_PLACE = `password_tries mine
  WHERE mine.id = $1 AND t.id <= mine.id AND t.door = mine.door
    AND t.account_hash IS NOT DISTINCT FROM mine.account_hash AND t.device_id IS NOT DISTINCT FROM mine.device_id
    AND (mine.device_id IS NOT NULL OR t.client_hash = mine.client_hash)`;

/** Stops counting the wrong passwords before a right one. */
const FORGIVE = `UPDATE password_tries t SET counts = false FROM ${SAME_PLACE} AND t.counts`;

/** Records the result of a staff attempt, and its account. After the right password the wrong ones before it count no longer. */
export async function settleStaffTry(
  pool: Pool,
  id: string,
  { succeeded, staffId }: { succeeded: boolean; staffId: string | null },
): Promise<void> {
  await pool.query('UPDATE password_tries SET succeeded = $2, staff_id = $3 WHERE id = $1', [
    id,
    succeeded,
    staffId,
  ]);
  if (succeeded) await pool.query(FORGIVE, [id]);
}

/** Records that the password of a staff account was right, and that its second factor is asked for. */
export async function settlePasswordStep(pool: Pool, id: string, staffId: string): Promise<void> {
  await pool.query(
    `UPDATE password_tries SET door = 'account-password', succeeded = true, staff_id = $2 WHERE id = $1`,
    [id, staffId],
  );
}

/**
 * Deletes an attempt with the right password that is no sign-in of staff. The wrong ones before it count no longer; a member's are
 * deleted.
 */
export async function forgetTry(pool: Pool, id: string): Promise<void> {
  await pool.query(FORGIVE, [id]);
  await pool.query(
    `DELETE FROM password_tries t USING ${SAME_PLACE} AND (t.id = mine.id OR t.door = 'member')`,
    [id],
  );
}

interface StaffTryRow {
  id: string;
  at: Date;
  credentialKind: string;
  succeeded: boolean;
  /** The account; null for a shared password and for an unknown email. */
  staffId: string | null;
  clientHash: string;
}

/** The latest staff sign-in attempts, newest first. */
export async function readRecentStaffTries(pool: Pool, limit: number): Promise<StaffTryRow[]> {
  const { rows } = await pool.query<StaffTryRow>(
    `SELECT id::text, at, door AS "credentialKind", succeeded, staff_id AS "staffId", coalesce(client_hash, '') AS "clientHash"
     FROM password_tries WHERE door <> 'member' ORDER BY at DESC, id DESC LIMIT $1`,
    [limit],
  );
  return rows;
}
