import type pg from 'pg';

export interface OpenPayment {
  paymentIntentId: string;
  memberId: string;
  /** 'failed' may still succeed with another card; 'paid' lacks its lot. */
  state: 'started' | 'failed' | 'paid';
  startedAt: Date;
  changedAt: Date;
}

/**
 * Payments that have not become passes and have not moved since before `olderThan`, the oldest first. Those never paid
 * are left out when they were started before `unpaidSince`: people walk away.
 */
export async function openPayments(
  pool: pg.Pool,
  { olderThan, unpaidSince, limit = 500 }: { olderThan: Date; unpaidSince: Date; limit?: number },
): Promise<OpenPayment[]> {
  const { rows } = await pool.query<OpenPayment>({
    name: 'open-payments',
    text: `SELECT payment_intent_id AS "paymentIntentId", member_id AS "memberId", state,
        started_at AS "startedAt", changed_at AS "changedAt"
      FROM open_payments
      WHERE changed_at <= $1 AND outstanding_pence > 0 AND (state = 'paid' OR started_at >= $2)
      ORDER BY changed_at, payment_intent_id LIMIT $3`,
    values: [olderThan, unpaidSince, limit],
  });
  return rows;
}
