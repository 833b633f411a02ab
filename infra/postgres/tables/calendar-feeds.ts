import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { hashToken } from './hash-token.ts';

/** The member of a calendar link, and the credential epoch for which it holds. */
export interface CalendarFeed {
  readonly memberId: string;
  readonly epoch: number;
}

/** Creates the secret of a member's calendar link, of which only a hash is stored, and replaces the previous one. */
export async function createCalendarToken(
  pool: Pool,
  { memberId, epoch }: CalendarFeed,
  now: Date,
): Promise<string> {
  const token = randomBytes(24).toString('hex');
  await pool.query(
    `INSERT INTO calendar_feeds AS f (member_id, token_hash, epoch, made_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (member_id) DO UPDATE
       SET token_hash = excluded.token_hash, epoch = excluded.epoch, made_at = excluded.made_at
       WHERE f.epoch <= excluded.epoch`,
    [memberId, hashToken(token), epoch, now],
  );
  return token;
}

/** Finds a calendar link; undefined for a revoked or unknown one. The caller compares the epoch with the member's. */
export async function findCalendarFeed(pool: Pool, token: string): Promise<CalendarFeed | undefined> {
  const { rows } = await pool.query<CalendarFeed>(
    'SELECT member_id AS "memberId", epoch FROM calendar_feeds WHERE token_hash = $1',
    [hashToken(token)],
  );
  return rows[0];
}

/** When a member's link of this epoch was created; null when there is none. */
export async function readCalendarCreation(
  pool: Pool,
  { memberId, epoch }: CalendarFeed,
): Promise<Date | null> {
  const { rows } = await pool.query<{ madeAt: Date }>(
    'SELECT made_at AS "madeAt" FROM calendar_feeds WHERE member_id = $1 AND epoch >= $2',
    [memberId, epoch],
  );
  return rows[0]?.madeAt ?? null;
}

/** How many of these members have a private calendar link. */
export async function countCalendarFeeds(pool: Pool, memberIds: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM calendar_feeds WHERE member_id = ANY ($1::text[])',
    [memberIds],
  );
  return rows[0]?.count ?? 0;
}

export async function revokeCalendar(pool: Pool, memberId: string): Promise<void> {
  await pool.query('DELETE FROM calendar_feeds WHERE member_id = $1', [memberId]);
}
