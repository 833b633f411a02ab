import type pg from 'pg';
import type { BookingStatus } from '../bookings/tables.ts';

export interface OpenPayment {
  paymentIntentId: string;
  memberId: string;
  /** 'failed' may still succeed with another card; 'paid' has no lot yet; 'granted' has still to book its class. */
  state: 'started' | 'failed' | 'paid' | 'granted';
  startedAt: Date;
  changedAt: Date;
}

const PAYMENT = `
  SELECT payment_intent_id AS "paymentIntentId", member_id AS "memberId", state,
    started_at AS "startedAt", changed_at AS "changedAt"
  FROM payments
  WHERE price_pence > refunded_pence`;

const UNPAID = `${PAYMENT} AND state IN ('started', 'failed')`;

/**
 * Payments without a lot, or whose class is not booked yet, without a change since `olderThan`, the oldest first. Unpaid ones from
 * before `unpaidSince` are omitted, because members abandon payments.
 */
export async function readOpenPayments(
  pool: pg.Pool,
  { olderThan, unpaidSince, limit = 500 }: { olderThan: Date; unpaidSince: Date; limit?: number },
): Promise<OpenPayment[]> {
  const { rows } = await pool.query<OpenPayment>({
    name: 'open-payments',
    text: `${PAYMENT} AND changed_at <= $1
        AND (state = 'paid' OR state = 'granted' AND booking_state = 'open'
          OR state IN ('started', 'failed') AND started_at >= $2)
      ORDER BY changed_at, payment_intent_id LIMIT $3`,
    values: [olderThan, unpaidSince, limit],
  });
  return rows;
}

/** Unpaid payments from before `startedBefore`, the oldest first. */
export async function readAbandonedPayments(
  pool: pg.Pool,
  { startedBefore, limit = 500 }: { startedBefore: Date; limit?: number },
): Promise<OpenPayment[]> {
  const { rows } = await pool.query<OpenPayment>({
    name: 'abandoned-payments',
    text: `${UNPAID} AND started_at <= $1 ORDER BY started_at, payment_intent_id LIMIT $2`,
    values: [startedBefore, limit],
  });
  return rows;
}

/** A member's latest unpaid payment for a pass since `startedAfter`, for this class, or for none. */
export async function readOpenPaymentId(
  pool: pg.Pool,
  {
    memberId,
    passId,
    classId = null,
    startedAfter,
  }: { memberId: string; passId: number; classId?: number | null; startedAfter: Date },
): Promise<string | null> {
  const { rows } = await pool.query<OpenPayment>({
    name: 'open-payment-of',
    text: `${UNPAID} AND member_id = $1 AND pass_id = $2 AND started_at > $3
        AND class_id IS NOT DISTINCT FROM $4
      ORDER BY started_at DESC LIMIT 1`,
    values: [memberId, passId, startedAfter, classId],
  });
  return rows[0]?.paymentIntentId ?? null;
}

/** Whether lot `l` of a granted payment `p` has the demand for its returned money, computed as in `countPassesPaidBack`. */
const IS_SETTLED = `l.demanded = CASE WHEN p.refunded_pence + p.disputed_pence >= p.price_pence THEN p.passes
    ELSE (p.refunded_pence + p.disputed_pence)::bigint * p.passes / p.price_pence END`;

/** Granted payments whose lot does not match the returned money yet, the oldest first. */
export async function readSalesToSettle(pool: pg.Pool, limit = 500): Promise<{ paymentIntentId: string }[]> {
  const { rows } = await pool.query<{ paymentIntentId: string }>({
    name: 'sales-to-settle',
    text: `SELECT p.payment_intent_id AS "paymentIntentId" FROM payments p JOIN wallet_lots l ON l.lot_id = p.lot_id
      WHERE p.money_back_at IS NOT NULL AND NOT (${IS_SETTLED})
      ORDER BY p.money_back_at, p.payment_intent_id LIMIT $1`,
    values: [limit],
  });
  return rows;
}

/** A payment with its current lot. */
export interface SaleRow {
  paymentIntentId: string;
  passName: string;
  /** When money last moved after the sale. */
  moneyBackAt: Date | null;
  /** Whether the passes match the returned money; true if none were granted. */
  isSettled: boolean;
  /** Null until passes are granted. */
  lot: {
    granted: number;
    available: number;
    /** Passes in bookings, including past ones. */
    inUse: number;
    /** Passes taken back by refunds and disputes, and passes to take back when their bookings are cancelled. */
    takenBack: number;
    owed: number;
    expiresAt: Date;
  } | null;
}

const OWED = 'greatest(0, least(l.demanded - l.recalled, l.held + l.used))';

export async function readSale(pool: pg.Pool, paymentIntentId: string): Promise<SaleRow | undefined> {
  const { rows } = await pool.query<
    Omit<SaleRow, 'lot'> & NonNullable<SaleRow['lot']> & { lotId: string | null }
  >({
    name: 'sale-of',
    text: `SELECT p.payment_intent_id AS "paymentIntentId", p.pass_name AS "passName",
        p.money_back_at AS "moneyBackAt", CASE WHEN p.lot_id IS NULL THEN true ELSE coalesce(${IS_SETTLED}, false) END
        AS "isSettled", l.lot_id AS "lotId", l.granted, l.available, l.held + l.used AS "inUse",
        l.recalled AS "takenBack", ${OWED} AS owed, l.expires_at AS "expiresAt"
      FROM payments p LEFT JOIN wallet_lots l ON l.lot_id = p.lot_id WHERE p.payment_intent_id = $1`,
    values: [paymentIntentId],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { passName, moneyBackAt, isSettled, lotId, ...lot } = row;
  const { granted, available, inUse, takenBack, owed, expiresAt } = lot;
  return {
    paymentIntentId,
    passName,
    moneyBackAt,
    isSettled,
    lot: lotId === null ? null : { granted, available, inUse, takenBack, owed, expiresAt },
  };
}

/** A confirmed booking that used a pass of a refunded sale. */
export interface RefundedSaleBooking {
  bookingId: number;
  classId: number;
  className: string;
  date: string;
  time: string;
  startsAt: Date;
  status: BookingStatus;
  attended: boolean | null;
}

/** A sale that was refunded or disputed, fully or partly, with the bookings that used its passes. */
export interface RefundedSaleRow {
  /** A class pass, or a month of a membership. */
  kind: 'pass' | 'membership';
  paymentIntentId: string;
  memberId: string;
  /** Null once the member is erased. */
  memberName: string | null;
  memberEmail: string | null;
  /** Of a month of a membership: whether that renews. */
  membership: 'goes_on' | 'ending' | 'ended' | null;
  passName: string;
  passClasses: number;
  pricePence: number;
  /** For a membership month all returned money, including disputes. */
  refundedPence: number;
  disputedPence: number;
  takenBack: number;
  /** Used passes to take back if their booking is cancelled. */
  owed: number;
  /** When money last moved. */
  changedAt: Date;
  bookings: RefundedSaleBooking[];
}

type SaleWithLot = Omit<RefundedSaleRow, 'bookings'> & { lotId: string | null };

const REFUNDED_PASSES = `
  SELECT 'pass' AS kind, p.payment_intent_id AS "paymentIntentId", p.member_id AS "memberId", u.name AS "memberName",
    u.email AS "memberEmail", NULL AS membership, p.pass_name AS "passName", p.passes AS "passClasses", p.price_pence AS "pricePence",
    p.refunded_pence AS "refundedPence", p.disputed_pence AS "disputedPence", coalesce(l.recalled, 0) AS "takenBack",
    ${OWED} AS owed, p.money_back_at AS "changedAt", p.lot_id AS "lotId"
  FROM payments p LEFT JOIN wallet_lots l ON l.lot_id = p.lot_id LEFT JOIN users u ON u.id = p.member_id
  WHERE p.money_back_at IS NOT NULL AND (p.refunded_pence > 0 OR p.disputed_pence > 0 OR l.demanded > 0)`;

const REFUNDED_MONTHS = `
  SELECT 'membership', m.payment_intent_id, m.member_id, u.name, u.email,
    CASE WHEN s.status IS DISTINCT FROM 'ended' AND s.cancel_at_period_end THEN 'ending'
      WHEN s.status IS DISTINCT FROM 'ended' AND s.id IS NOT NULL THEN 'goes_on' ELSE 'ended' END, coalesce(l.pass_name, 'Membership'),
    coalesce(l.granted, 0), m.amount_pence, r.returned, 0, coalesce(l.recalled, 0), ${OWED}, r.at, l.lot_id
  FROM (SELECT invoice_id, -sum(amount_pence)::integer AS returned, max(at) AS at FROM money_entries
      WHERE kind = 'membership_return' GROUP BY invoice_id) r
    JOIN membership_payments m ON m.invoice_id = r.invoice_id AND m.payment_intent_id IS NOT NULL
    LEFT JOIN wallet_lots l ON l.lot_id = 'lot-' || m.invoice_id LEFT JOIN users u ON u.id = m.member_id
    LEFT JOIN memberships s ON s.id = m.membership_id
  WHERE r.returned > 0 OR l.demanded > 0`;

/** Every sale with a refund, a dispute or demanded passes, the latest change first. */
export async function readRefundedSales(pool: pg.Pool): Promise<RefundedSaleRow[]> {
  const { rows: sales } = await pool.query<SaleWithLot>({
    name: 'refunded-sales',
    text: `${REFUNDED_PASSES} UNION ALL ${REFUNDED_MONTHS} ORDER BY "changedAt" DESC, "paymentIntentId"`,
  });
  const bookings = await readBookingsPaidFrom(pool, sales);
  return sales.map(({ lotId, ...sale }) => ({ ...sale, bookings: bookings.get(lotId ?? '') ?? [] }));
}

/** The confirmed bookings of these lots, by lot, the earliest class first. */
async function readBookingsPaidFrom(
  pool: pg.Pool,
  sales: readonly SaleWithLot[],
): Promise<ReadonlyMap<string, RefundedSaleBooking[]>> {
  const { rows } = await pool.query<RefundedSaleBooking & { lotId: string }>({
    name: 'bookings-of-lots',
    // The condition on the member uses the index of bookings.
    text: `SELECT b.lot_id AS "lotId", b.id AS "bookingId", b.class_id AS "classId", c.name AS "className", c.date,
        c.time, c.starts_at AS "startsAt", b.status, b.attended
      FROM bookings b JOIN schedule_classes c ON c.id = b.class_id
      WHERE b.user_id = ANY($1::text[]) AND b.lot_id = ANY($2::text[]) AND b.status = 'confirmed'
      ORDER BY c.starts_at, b.id`,
    values: [sales.map(({ memberId }) => memberId), sales.flatMap(({ lotId }) => lotId ?? [])],
  });
  const byLot = new Map<string, RefundedSaleBooking[]>();
  for (const { lotId, ...booking } of rows) {
    byLot.set(lotId, [...(byLot.get(lotId) ?? []), booking]);
  }
  return byLot;
}

/** A payment in the member's history. */
export interface PaymentRow {
  paymentIntentId: string;
  passName: string;
  passes: number;
  pricePence: number;
  refundedPence: number;
  state: 'started' | 'failed' | 'abandoned' | 'paid' | 'granted';
  startedAt: Date;
}

/** Every payment of a member, the latest first. */
export async function readPaymentsOfMember(pool: pg.Pool, memberId: string): Promise<PaymentRow[]> {
  const { rows } = await pool.query<PaymentRow>({
    name: 'payments-of',
    text: `SELECT payment_intent_id AS "paymentIntentId", pass_name AS "passName", passes,
        price_pence AS "pricePence", refunded_pence AS "refundedPence", state, started_at AS "startedAt"
      FROM payments WHERE member_id = $1 ORDER BY started_at DESC, payment_intent_id`,
    values: [memberId],
  });
  return rows;
}
