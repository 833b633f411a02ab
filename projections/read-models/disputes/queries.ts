import type pg from 'pg';

export interface DisputeRow {
  disputeId: string;
  paymentIntentId: string;
  memberId: string;
  /** Null once the member is erased. */
  memberName: string | null;
  /** The pass or the plan that was paid. */
  what: string;
  amountPence: number;
  /** Stripe's codes. */
  reason: string;
  status: string;
  dueAt: Date | null;
  changedAt: Date;
  answeredAt: Date | null;
}

/** Every dispute: those that can still be answered first, the soonest due first; then the others, the latest change first. */
export async function readDisputes(pool: pg.Pool, now: Date): Promise<DisputeRow[]> {
  const { rows } = await pool.query<DisputeRow>({
    name: 'disputes',
    text: `SELECT d.dispute_id AS "disputeId", d.payment_intent_id AS "paymentIntentId", d.member_id AS "memberId",
        u.name AS "memberName", coalesce(p.pass_name, m.plan_name, '') AS what, d.amount_pence AS "amountPence", d.reason,
        d.status, d.due_at AS "dueAt", d.changed_at AS "changedAt", a.answered_at AS "answeredAt"
      FROM disputes d LEFT JOIN dispute_answers a ON a.dispute_id = d.dispute_id
        LEFT JOIN users u ON u.id = d.member_id
        LEFT JOIN payments p ON p.payment_intent_id = d.payment_intent_id
        LEFT JOIN LATERAL (SELECT plan_name FROM membership_payments
          WHERE member_id = d.member_id AND payment_intent_id = d.payment_intent_id LIMIT 1) m ON true
      ORDER BY (d.status LIKE '%needs_response' AND d.due_at >= $1) DESC,
        CASE WHEN d.status LIKE '%needs_response' AND d.due_at >= $1 THEN d.due_at END, d.changed_at DESC, d.dispute_id`,
    values: [now],
  });
  return rows;
}

/** The disputes of a member, the latest change first. */
export async function readDisputesOfMember(
  pool: pg.Pool,
  memberId: string,
): Promise<{ disputeId: string; paymentIntentId: string }[]> {
  const { rows } = await pool.query<{ disputeId: string; paymentIntentId: string }>({
    name: 'disputes-of',
    text: `SELECT dispute_id AS "disputeId", payment_intent_id AS "paymentIntentId" FROM disputes
      WHERE member_id = $1 ORDER BY changed_at DESC, dispute_id`,
    values: [memberId],
  });
  return rows;
}

/** The key of the email about a dispute in the ledger of performed effects, once for each due date. */
export const formatDisputeNoticeKey = ({ disputeId, dueAt }: { disputeId: string; dueAt: Date }): string =>
  `dispute-due/${disputeId}/${dueAt.getTime() / 1_000}`;

const UNANSWERED = `
  FROM disputes d LEFT JOIN dispute_answers a ON a.dispute_id = d.dispute_id
  WHERE a.dispute_id IS NULL AND d.status LIKE '%needs_response' AND d.due_at > $1`;

/** Disputes without an answer that are due after `now` and until `dueUntil`, and that no email was sent about. */
export async function readDisputesToNotify(
  pool: pg.Pool,
  { now, dueUntil, limit = 500 }: { now: Date; dueUntil: Date; limit?: number },
): Promise<{ disputeId: string; dueAt: Date }[]> {
  const { rows } = await pool.query<{ disputeId: string; dueAt: Date }>({
    name: 'disputes-to-notify',
    text: `SELECT d.dispute_id AS "disputeId", d.due_at AS "dueAt" ${UNANSWERED} AND d.due_at <= $2
        AND NOT EXISTS (SELECT 1 FROM performed_effects
          WHERE key = 'dispute-due/' || d.dispute_id || '/' || extract(epoch FROM d.due_at)::bigint)
      ORDER BY d.due_at, d.dispute_id LIMIT $3`,
    values: [now, dueUntil, limit],
  });
  return rows;
}

/** When the next unanswered dispute is due, after `dueAfter`. */
export async function findNextDisputeDue(pool: pg.Pool, dueAfter: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ dueAt: Date | null }>({
    name: 'next-dispute-due',
    text: `SELECT min(d.due_at) AS "dueAt" ${UNANSWERED}`,
    values: [dueAfter],
  });
  return rows[0]?.dueAt ?? null;
}

/** Disputed payments for passes and memberships whose dispute has no row, because it is older than the recording of disputes. */
export async function readDisputedPaymentsToFollow(
  pool: pg.Pool,
  limit = 100,
): Promise<{ paymentIntentId: string }[]> {
  const { rows } = await pool.query<{ paymentIntentId: string }>({
    name: 'disputed-payments-to-follow',
    text: `SELECT id AS "paymentIntentId" FROM (
        SELECT payment_intent_id AS id, money_back_at AS at FROM payments
          WHERE money_back_at IS NOT NULL AND disputed_pence > 0
        UNION SELECT m.payment_intent_id, m.paid_at FROM disputed_lots l
          JOIN membership_payments m ON l.lot_id = 'lot-' || m.invoice_id AND m.payment_intent_id IS NOT NULL) p
      WHERE NOT EXISTS (SELECT 1 FROM disputes d WHERE d.payment_intent_id = p.id)
      ORDER BY p.at, p.id LIMIT $1`,
    values: [limit],
  });
  return rows;
}
