import type pg from 'pg';
import { toLondonDay } from '#domain/london-time.ts';
import type { PlanInterval } from '#domain/plan/events.ts';

/** A membership with the current lot of its period. */
export interface MembershipRow {
  id: number;
  userId: string;
  subscriptionId: string;
  status: 'active' | 'paused' | 'past_due' | 'ended';
  monthlyPasses: number;
  /** Available passes of the period's lot. */
  remainingPasses: number;
  /** The last instant of that lot. */
  expiresAt: Date;
  planId: number;
  planName: string;
  /** Of a period, as the plan was sold. */
  pricePence: number;
  interval: PlanInterval;
  hasPriority: boolean;
  /** Another price that was announced, from the first renewal on or after a London day. */
  priceChange: { pricePence: number; effectiveFrom: string } | null;
  /** Another plan from the next period. */
  planChange: {
    planId: number;
    planName: string;
    pricePence: number;
    passes: number;
    interval: PlanInterval;
  } | null;
  startDate: Date;
  /** The start of the last paid period. */
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /** A period that is not charged: the next one, or while it is paused the one that runs. */
  pauseFrom: Date | null;
  pauseUntil: Date | null;
  cancelAtPeriodEnd: boolean;
  /** When a cancelled membership ends. */
  endsAt: Date | null;
  /** The end of a month that is not paid and not asked for any more. */
  unpaidUntil: Date | null;
  endedAt: Date | null;
  /** The unpaid invoice, while past due. */
  openInvoiceId: string | null;
  attempt: number;
  nextAttemptAt: Date | null;
  /** When the member is reminded of the next charge, if there is one. */
  remindAt: Date;
  /** The revision of the last projected event of its stream. */
  revision: number;
}

const COLUMNS = `
  m.id, m.user_id AS "userId", m.stripe_subscription_id AS "subscriptionId", m.status,
  m.monthly_passes AS "monthlyPasses", coalesce(l.available, 0) + coalesce(x.available, 0) AS "remainingPasses",
  coalesce(l.expires_at, m.expires_at) AS "expiresAt", m.plan_id AS "planId",
  m.plan_name AS "planName", m.price_pence AS "pricePence", m.interval, m.has_priority AS "hasPriority",
  CASE WHEN m.announced_plan_id = m.plan_id AND m.announced_price_pence <> m.price_pence THEN
    json_build_object('pricePence', m.announced_price_pence, 'effectiveFrom', m.announced_from) END AS "priceChange",
  CASE WHEN (m.next_plan_id, m.next_plan_version) <> (m.plan_id, m.plan_version) THEN
    json_build_object('planId', m.next_plan_id, 'planName', m.next_plan_name, 'pricePence', m.next_price_pence,
      'passes', m.next_passes, 'interval', m.next_interval) END AS "planChange", m.start_date AS "startDate",
  m.current_period_start AS "currentPeriodStart", m.current_period_end AS "currentPeriodEnd",
  m.pause_from AS "pauseFrom", m.pause_until AS "pauseUntil",
  m.cancel_at_period_end AS "cancelAtPeriodEnd", m.ends_at AS "endsAt", m.unpaid_until AS "unpaidUntil",
  m.ended_at AS "endedAt", m.open_invoice_id AS "openInvoiceId",
  m.attempt, m.next_attempt_at AS "nextAttemptAt", m.remind_at AS "remindAt", m.revision`;
const WITH_LOT = `memberships m LEFT JOIN wallet_lots l ON l.lot_id = m.lot_id LEFT JOIN LATERAL (
    SELECT sum(w.available)::int AS available FROM wallet_lots w
    WHERE w.member_id = m.user_id AND w.kind = 'membership' AND w.lot_id <> m.lot_id AND m.upgrade_lot_id IS NOT NULL
      AND w.granted_at >= m.current_period_start AND w.expires_at = m.expires_at) x ON true`;

/** A member's membership, running or ended. */
export async function readMembershipOfMember(
  pool: pg.Pool,
  memberId: string,
): Promise<MembershipRow | undefined> {
  const { rows } = await pool.query<MembershipRow>({
    name: 'membership-of-member',
    text: `SELECT ${COLUMNS} FROM ${WITH_LOT} WHERE m.user_id = $1`,
    values: [memberId],
  });
  return rows[0];
}

export async function readMembershipById(pool: pg.Pool, id: number): Promise<MembershipRow | undefined> {
  const { rows } = await pool.query<MembershipRow>({
    name: 'membership-by-id',
    text: `SELECT ${COLUMNS} FROM ${WITH_LOT} WHERE m.id = $1`,
    values: [id],
  });
  return rows[0];
}

export interface MembershipWithUser extends MembershipRow {
  /** Null once the member is erased. */
  userName: string | null;
  userEmail: string | null;
  userPhone: string | null;
}

/** Every membership with its member: running ones first, then by latest start. */
export async function readAllMemberships(pool: pg.Pool): Promise<MembershipWithUser[]> {
  const { rows } = await pool.query<MembershipWithUser>({
    name: 'all-memberships',
    text: `SELECT ${COLUMNS}, u.name AS "userName", u.email AS "userEmail", u.phone AS "userPhone"
      FROM ${WITH_LOT} LEFT JOIN users u ON u.id = m.user_id
      ORDER BY m.status = 'ended', m.start_date DESC, m.id DESC`,
  });
  return rows;
}

/** A paid month. */
export interface MembershipPaymentRow {
  amountPence: number;
  planName: string;
  paidAt: Date;
  periodEnd: Date;
  paymentIntentId: string | null;
}

/** A month's paid invoice; undefined if unknown or refunded. */
export async function readMembershipPayment(
  pool: pg.Pool,
  invoiceId: string,
): Promise<MembershipPaymentRow | undefined> {
  const { rows } = await pool.query<MembershipPaymentRow>({
    name: 'membership-payment',
    text: `SELECT amount_pence AS "amountPence", plan_name AS "planName", paid_at AS "paidAt", period_end AS "periodEnd",
        payment_intent_id AS "paymentIntentId"
      FROM membership_payments WHERE invoice_id = $1 AND NOT refunded`,
    values: [invoiceId],
  });
  return rows[0];
}

/** The name of the plan that a payment was for; undefined for a payment of no membership. */
export async function readPlanPaidWith(pool: pg.Pool, paymentIntentId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ planName: string }>({
    name: 'plan-paid-with',
    text: 'SELECT plan_name AS "planName" FROM membership_payments WHERE payment_intent_id = $1',
    values: [paymentIntentId],
  });
  return rows[0]?.planName;
}

/** A paid period of a membership, by the payment that paid it. */
export interface PaidPeriodRow {
  invoiceId: string;
  membershipId: number;
  memberId: string;
  amountPence: number;
  planName: string;
  paidAt: Date;
  /** Null for a second membership, which never started. */
  periodStart: Date | null;
  periodEnd: Date | null;
}

/** The period that a payment was for; undefined for a payment of no membership. */
export async function readPeriodPaidWith(
  pool: pg.Pool,
  { memberId, paymentIntentId }: { memberId: string; paymentIntentId: string },
): Promise<PaidPeriodRow | undefined> {
  const { rows } = await pool.query<PaidPeriodRow>({
    name: 'period-paid-with',
    text: `SELECT invoice_id AS "invoiceId", membership_id AS "membershipId", member_id AS "memberId",
        amount_pence AS "amountPence", plan_name AS "planName", paid_at AS "paidAt",
        period_start AS "periodStart", period_end AS "periodEnd"
      FROM membership_payments WHERE member_id = $1 AND payment_intent_id = $2`,
    values: [memberId, paymentIntentId],
  });
  return rows[0];
}

/** Every month that a member paid, the latest first; payments for a second membership were refunded. */
export async function readMembershipPayments(
  pool: pg.Pool,
  memberId: string,
): Promise<{ invoiceId: string; amountPence: number; planName: string; paidAt: Date; refunded: boolean }[]> {
  const { rows } = await pool.query<{
    invoiceId: string;
    amountPence: number;
    planName: string;
    paidAt: Date;
    refunded: boolean;
  }>({
    name: 'membership-payments-of',
    text: `SELECT invoice_id AS "invoiceId", amount_pence AS "amountPence", plan_name AS "planName",
        paid_at AS "paidAt", refunded
      FROM membership_payments WHERE member_id = $1 ORDER BY paid_at DESC, invoice_id`,
    values: [memberId],
  });
  return rows;
}

/** The key of a charge reminder in the ledger of performed effects. */
export const formatChargeReminderKey = ({
  id,
  chargedAt,
}: {
  readonly id: number;
  readonly chargedAt: Date;
}) => `membership-reminder/${id}/${toLondonDay(chargedAt)}`;

/** The next charge: after the paid month, after a pause, or after one that is not paid and not asked for (see domain/membership/next-charge.ts). */
const CHARGED_AT = 'coalesce(unpaid_until, pause_until, current_period_end)';

/** Selects memberships with a future charge. */
const WILL_CHARGE = `(status IN ('active', 'paused') OR status = 'past_due' AND unpaid_until IS NOT NULL)
        AND NOT cancel_at_period_end AND ${CHARGED_AT} > $1`;

/** Memberships with a due and unsent charge reminder, the earliest charge first. */
export async function readMembershipsToRemind(
  pool: pg.Pool,
  now: Date,
  limit = 500,
): Promise<{ id: number; chargedAt: Date }[]> {
  const { rows } = await pool.query<{ id: number; chargedAt: Date }>({
    name: 'memberships-to-remind',
    text: `SELECT id, ${CHARGED_AT} AS "chargedAt" FROM memberships
      WHERE ${WILL_CHARGE} AND remind_at <= $1 AND NOT EXISTS (
        SELECT 1 FROM performed_effects WHERE key = 'membership-reminder/' || id || '/' ||
          to_char(${CHARGED_AT} AT TIME ZONE 'Europe/London', 'YYYY-MM-DD'))
      ORDER BY "chargedAt", id LIMIT $2`,
    values: [now, limit],
  });
  return rows;
}

/** The first instant after `now` at which a charge reminder is due; null when there is none. */
export async function findNextMembershipReminder(pool: pg.Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ next: Date | null }>({
    name: 'next-membership-reminder',
    text: `SELECT min(remind_at) AS next FROM memberships WHERE ${WILL_CHARGE} AND remind_at > $1`,
    values: [now],
  });
  return rows[0]?.next ?? null;
}

/** Memberships to which a proposed price may have to be announced still. Their streams decide. */
export async function readMembershipsToAnnounce(
  pool: pg.Pool,
  firstDay: string,
  limit = 500,
): Promise<{ id: number; proposedAt: Date }[]> {
  const { rows } = await pool.query<{ id: number; proposedAt: Date }>({
    name: 'memberships-to-announce',
    text: `SELECT m.id, p.proposed_at AS "proposedAt" FROM memberships m JOIN membership_plans p ON p.id = m.plan_id
      WHERE m.status <> 'ended' AND p.proposed_from >= $1 AND m.start_date <= p.proposed_at
        AND coalesce(m.announced_plan_id = p.id AND m.announced_price_pence = p.proposed_price_pence
          AND m.announced_from = p.proposed_from, m.price_pence = p.proposed_price_pence) IS NOT TRUE
      ORDER BY m.id LIMIT $2`,
    values: [firstDay, limit],
  });
  return rows;
}

/** The running memberships of a plan. */
export async function readMembershipsOfPlan(pool: pg.Pool, planId: number): Promise<MembershipWithUser[]> {
  const all = await readAllMemberships(pool);
  return all.filter((row) => row.planId === planId && row.status !== 'ended');
}

/** The end of the period that runs, paid or paused. */
const RUNNING_END = `CASE WHEN status = 'paused' THEN pause_until ELSE current_period_end END`;

/** By then the payment provider has reported what it did at an instant. */
const SETTLED_AFTER = `interval '1 minute'`;

/**
 * Memberships to read again from the payment provider, the longest overdue first: the period is over, or a renewal is unpaid.
 * `dueSince` is the end of the paid, paused or unpaid period, or the last card attempt.
 */
export async function readMembershipsToSettle(
  pool: pg.Pool,
  now: Date,
  limit = 500,
): Promise<{ subscriptionId: string; dueSince: Date }[]> {
  const { rows } = await pool.query<{ subscriptionId: string; dueSince: Date }>({
    name: 'memberships-to-settle',
    text: `SELECT stripe_subscription_id AS "subscriptionId", greatest(${RUNNING_END},
        CASE WHEN next_attempt_at + ${SETTLED_AFTER} <= $1 THEN next_attempt_at END,
        CASE WHEN unpaid_until + ${SETTLED_AFTER} <= $1 THEN unpaid_until END) AS "dueSince"
      FROM memberships
      WHERE status <> 'ended' AND (status = 'past_due' OR ${RUNNING_END} + ${SETTLED_AFTER} <= $1)
      ORDER BY "dueSince", id LIMIT $2`,
    values: [now, limit],
  });
  return rows;
}

/** The first instant after `now` at which a period ends or a card is tried again; null when there is none. */
export async function findNextMembershipDue(pool: pg.Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ next: Date | null }>({
    name: 'next-membership-due',
    text: `SELECT min(due + ${SETTLED_AFTER}) AS next
      FROM memberships, LATERAL (VALUES (current_period_end), (pause_until), (next_attempt_at), (unpaid_until)) AS dues (due)
      WHERE status <> 'ended' AND due + ${SETTLED_AFTER} > $1`,
    values: [now],
  });
  return rows[0]?.next ?? null;
}
