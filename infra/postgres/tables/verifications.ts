import type { Pool } from 'pg';

/** The counts of a verification of the whole store. */
export interface VerificationFigures {
  readonly events: number;
  readonly eventExceptions: number;
  readonly readModelExceptions: number;
  readonly unbalancedWallets: number;
  readonly codes: Readonly<Record<string, number>>;
}

export interface NightlyVerification extends VerificationFigures {
  /** `yyyy-MM-dd`, London. */
  readonly night: string;
  readonly finishedAt: Date;
}

/** Whether the night's verification finished, or none was due because the studio opened that night. */
export async function isNightSettled(pool: Pool, night: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM verifications WHERE night = $1::date', [night]);
  return rowCount !== 0;
}

/** Records the night in which the studio opened, unless any night is recorded. */
export async function recordFirstNight(pool: Pool, night: string): Promise<void> {
  await pool.query(
    `INSERT INTO verifications (night) SELECT $1::date WHERE NOT EXISTS (SELECT 1 FROM verifications)
     ON CONFLICT DO NOTHING`,
    [night],
  );
}

/** Stores the result of a night's verification, replacing an earlier one. */
export async function recordVerification(
  pool: Pool,
  night: string,
  found: VerificationFigures,
): Promise<void> {
  await pool.query(
    `INSERT INTO verifications
       (night, finished_at, events, event_exceptions, read_model_exceptions, unbalanced_wallets, codes)
     VALUES ($1::date, now(), $2, $3, $4, $5, $6)
     ON CONFLICT (night) DO UPDATE SET finished_at = excluded.finished_at, events = excluded.events,
       event_exceptions = excluded.event_exceptions, read_model_exceptions = excluded.read_model_exceptions,
       unbalanced_wallets = excluded.unbalanced_wallets, codes = excluded.codes`,
    [
      night,
      found.events,
      found.eventExceptions,
      found.readModelExceptions,
      found.unbalancedWallets,
      JSON.stringify(found.codes),
    ],
  );
}

/** The last finished verification; null before the first. */
export async function readLastVerification(pool: Pool): Promise<NightlyVerification | null> {
  const { rows } = await pool.query<NightlyVerification>(
    `SELECT night, finished_at AS "finishedAt", events, event_exceptions AS "eventExceptions",
       read_model_exceptions AS "readModelExceptions", unbalanced_wallets AS "unbalancedWallets", codes
     FROM verifications WHERE finished_at IS NOT NULL ORDER BY night DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

/** Seconds since the last verification finished, or since the first night was recorded; null before that. */
export async function readVerificationAge(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ seconds: string | null }>(
    `SELECT extract(epoch FROM now() - coalesce(max(finished_at), min(noted_at))) AS seconds FROM verifications`,
  );
  const seconds = rows[0]?.seconds;
  return seconds === undefined || seconds === null ? null : Number(seconds);
}
