import type pg from 'pg';

/** Refunds that were requested before `before` and neither made nor refused, the oldest first. */
export async function readOpenRefunds(
  pool: pg.Pool,
  { before, limit = 500 }: { before: Date; limit?: number },
): Promise<{ paymentIntentId: string }[]> {
  const { rows } = await pool.query<{ paymentIntentId: string }>({
    name: 'open-refunds',
    text: `SELECT payment_intent_id AS "paymentIntentId" FROM refund_requests
      WHERE state = 'requested' AND requested_at <= $1 ORDER BY requested_at, payment_intent_id LIMIT $2`,
    values: [before, limit],
  });
  return rows;
}
