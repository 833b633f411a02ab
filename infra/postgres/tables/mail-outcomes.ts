import type { Pool } from 'pg';

/**
 * What may become of an email. Reports come in any order; the one furthest down this list counts. An email that was
 * delayed may arrive, and one that arrived may come back or be reported as spam.
 */
const mailOutcomes = [
  ...['deferred', 'soft_bounce', 'delivered', 'error'],
  ...['invalid_email', 'blocked', 'hard_bounce', 'spam'],
] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/** What the mail provider reported about one email. */
export interface ReportedOutcome {
  readonly messageId: string;
  readonly outcome: MailOutcome;
  readonly happenedAt: Date;
}

/** Stores what became of emails. Convergent: reports may be repeated, and stored in any order. */
export async function storeMailOutcomes(pool: Pool, reported: readonly ReportedOutcome[]): Promise<void> {
  if (reported.length === 0) return;
  // Sorted by the DISTINCT, so that two transactions with the same emails can not deadlock.
  await pool.query(
    `INSERT INTO mail_outcomes AS known (message_id, outcome, happened_at)
     SELECT DISTINCT ON (message_id) message_id, outcome, happened_at
     FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS reported (message_id, outcome, happened_at)
     ORDER BY message_id, array_position($4::text[], outcome) DESC, happened_at
     ON CONFLICT (message_id) DO UPDATE SET outcome = EXCLUDED.outcome, happened_at = EXCLUDED.happened_at
     WHERE (array_position($4::text[], EXCLUDED.outcome), known.happened_at)
       > (array_position($4::text[], known.outcome), EXCLUDED.happened_at)`,
    [
      reported.map(({ messageId }) => messageId),
      reported.map(({ outcome }) => outcome),
      reported.map(({ happenedAt }) => happenedAt.toISOString()),
      mailOutcomes,
    ],
  );
}
