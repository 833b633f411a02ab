import type { Pool } from 'pg';
import { inSnapshot } from '#infra/postgres/transaction.ts';

/** A table of the export: its columns with what they hold, and the statement that reads them. */
export interface ExportTable {
  readonly name: string;
  readonly about: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Tables of all members, passes, bookings, classes, payments and memberships. Password hashes, health answers and what the app keeps for itself are left out. */
export const exportTables: readonly ExportTable[] = [
  {
    name: 'members',
    about: 'Everyone with an account. Erased members have no personal data.',
    columns: {
      memberId: 'The member',
      name: 'Empty once erased',
      email: 'Empty once erased',
      phone: 'As it was written',
      dateOfBirth: 'yyyy-MM-dd, if it was given',
      newsletter: 'true: wants the newsletter',
      passes: 'Passes that can be booked with',
      joinedAt: 'UTC',
      erasedAt: 'UTC; empty while there is an account',
    },
    text: `SELECT id AS "memberId", name, email, phone, date_of_birth AS "dateOfBirth", newsletter, passes,
        created_at AS "joinedAt", erased_at AS "erasedAt" FROM users ORDER BY id`,
  },
  {
    name: 'lots',
    about:
      'Passes as they were bought, given or part of a membership. `granted` is the sum of the next six columns.',
    columns: {
      lotId: 'The lot',
      memberId: 'The member whose it is',
      kind: 'purchase, membership or adjustment (given by staff)',
      passName: 'What it was called',
      granted: 'Passes',
      available: 'Left',
      held: 'In a booking that is being made',
      used: 'In bookings, of past classes too',
      forfeited: 'Lost by a late cancellation or absence',
      expired: 'Lapsed unused',
      revoked: 'Taken back',
      pricePence: 'Of the whole lot',
      paymentId: 'At Stripe; empty without one',
      grantedAt: 'UTC',
      expiresAt: 'The last instant, UTC',
    },
    text: `SELECT lot_id AS "lotId", member_id AS "memberId", kind, pass_name AS "passName", granted, available, held, used,
        forfeited, expired, revoked, price_pence AS "pricePence", payment_intent_id AS "paymentId",
        granted_at AS "grantedAt", expires_at AS "expiresAt" FROM wallet_lots ORDER BY lot_id`,
  },
  {
    name: 'bookings',
    about: 'Every booking, ended ones too.',
    columns: {
      bookingId: 'The booking',
      memberId: 'The member whose it is',
      classId: 'The class',
      lotId: 'The lot of the pass that it took',
      status: 'confirmed, or why it ended',
      attended: 'true or false; empty while unmarked',
      passReturned: 'Whether the pass came back; empty while the booking stands',
      source: 'member, admin or waitlist',
      bookedAt: 'UTC',
      endedAt: 'UTC; empty while it stands',
    },
    text: `SELECT id AS "bookingId", user_id AS "memberId", class_id AS "classId", lot_id AS "lotId", status, attended,
        pass_returned AS "passReturned", source, created_at AS "bookedAt", released_at AS "endedAt"
      FROM bookings ORDER BY id`,
  },
  {
    name: 'classes',
    about: 'The timetable, past and ahead.',
    columns: {
      classId: 'The class',
      level: 'The class type',
      date: 'London day',
      time: 'London time',
      startsAt: 'UTC',
      minutes: 'How long',
      instructor: 'Who teaches it',
      capacity: 'Places',
      booked: 'Places taken',
      isCancelled: 'true: taken off the timetable',
    },
    text: `SELECT c.id AS "classId", c.name AS level, c.date, c.time, c.starts_at AS "startsAt", c.duration AS minutes,
        i.name AS instructor, c.max_capacity AS capacity, c.booked_count AS booked, c.is_cancelled AS "isCancelled"
      FROM schedule_classes c LEFT JOIN instructors i ON i.id = c.instructor_id ORDER BY c.id`,
  },
  {
    name: 'payments',
    about: 'Payments for passes, and paid periods of memberships.',
    columns: {
      paymentId: 'At Stripe; empty when nothing was charged',
      memberId: 'Who paid',
      kind: 'passes or membership',
      what: 'The pass or plan',
      amountPence: 'What was paid',
      refundedPence: 'What went back of a payment for passes; of a membership see the events',
      state: 'granted (paid), or how far it came',
      at: 'UTC',
    },
    text: `SELECT payment_intent_id AS "paymentId", member_id AS "memberId", 'passes' AS kind, pass_name AS what,
        price_pence AS "amountPence", refunded_pence AS "refundedPence", state, started_at AS at FROM payments
      UNION ALL
      SELECT payment_intent_id, member_id, 'membership', plan_name, amount_pence,
        CASE WHEN refunded THEN amount_pence END, 'granted', paid_at FROM membership_payments
      ORDER BY at, "paymentId"`,
  },
  {
    name: 'memberships',
    about: 'The membership of each member who ever had one.',
    columns: {
      membershipId: 'The membership',
      memberId: 'The member whose it is',
      subscriptionId: 'At Stripe',
      status: 'active, paused, past_due or ended',
      plan: 'Its name',
      pricePence: 'Of a period',
      interval: 'month or 4_weeks',
      remainingPasses: 'Left of this period',
      startedAt: 'UTC',
      periodStart: 'UTC',
      periodEnd: 'UTC',
      pausedFrom: 'UTC; empty without a pause, ahead or running',
      pausedUntil: 'UTC',
      cancelsAtPeriodEnd: 'true: does not renew',
      endedAt: 'UTC; empty while it runs',
    },
    text: `SELECT id AS "membershipId", user_id AS "memberId", stripe_subscription_id AS "subscriptionId", status,
        plan_name AS plan, price_pence AS "pricePence", interval, remaining_passes AS "remainingPasses",
        start_date AS "startedAt", current_period_start AS "periodStart", current_period_end AS "periodEnd",
        pause_from AS "pausedFrom", pause_until AS "pausedUntil", cancel_at_period_end AS "cancelsAtPeriodEnd",
        ended_at AS "endedAt" FROM memberships ORDER BY id`,
  },
];

const batchSize = 2_000;

/** Reads tables as they are at one moment, each in batches. The moment, and a connection, are held until `read` resolves. */
export const readExport = (
  pool: Pool,
  read: (readRows: (table: ExportTable) => AsyncIterable<Record<string, unknown>>) => Promise<void>,
): Promise<void> =>
  inSnapshot(pool, (client) => {
    async function* readRows({ name, text }: ExportTable) {
      await client.query(`DECLARE ${name}_export NO SCROLL CURSOR FOR ${text}`);
      for (;;) {
        const { rows } = await client.query<Record<string, unknown>>(
          `FETCH ${batchSize} FROM ${name}_export`,
        );
        yield* rows;
        if (rows.length < batchSize) break;
      }
      await client.query(`CLOSE ${name}_export`);
    }
    return read(readRows);
  });
