import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { calendarMadeAt } from '#infra/postgres/tables/calendar-feeds.ts';
import { bookingsOf } from '#projections/read-models/bookings/queries.ts';
import { healthOf, type UserRow } from '#projections/read-models/members/queries.ts';
import { membershipOfMember, membershipPaymentsOf } from '#projections/read-models/memberships/queries.ts';
import { paymentsOf } from '#projections/read-models/payments/queries.ts';
import { classesByIds } from '#projections/read-models/schedule/queries.ts';
import { waitsOf } from '#projections/read-models/waitlist/queries.ts';
import { type LotRow, lotsOf } from '#projections/read-models/wallet/queries.ts';
import { readLotHistory } from '#services/audit/history/lot-history.ts';
import { EXPORT_VERSION, type ExportAnswer } from '#services/contract/member-export.ts';
import { classType } from '#services/contract/values.ts';
import { describeBooking } from './describe-booking.ts';
import { describeLot } from './describe-lot.ts';
import { describeLotHistory } from './describe-lot-history.ts';
import { describeMemberTimeline } from './describe-member-timeline.ts';
import { describeMembership } from './describe-membership.ts';
import { describeProfile } from './describe-profile.ts';

interface Source {
  readonly pool: Pool;
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
  readonly memberKeys: Pick<MemberKeys, 'find'>;
}

async function passesOf({ pool, eventStore }: Source, lots: readonly LotRow[], now: Date) {
  const histories = await Promise.all(
    lots.map(async (lot) => ({ lot, history: await readLotHistory(eventStore, lot) })),
  );
  const classIds = histories.flatMap(({ history }) =>
    history.entries.flatMap(({ classId }) => classId ?? []),
  );
  const classes = await classesByIds(pool, [...new Set(classIds)]);
  return histories.map(({ lot, history }) => ({
    ...describeLot(lot, now),
    history: describeLotHistory(lot.lotId, history, classes).entries,
  }));
}

async function moneyOf(pool: Pool, memberId: string): Promise<ExportAnswer['payments']> {
  const [payments, months] = await Promise.all([
    paymentsOf(pool, memberId),
    membershipPaymentsOf(pool, memberId),
  ]);
  return [
    ...payments.map(({ paymentIntentId, passName, passes, pricePence, refundedPence, state, startedAt }) => ({
      id: paymentIntentId,
      what: passName,
      passes,
      amountPence: pricePence,
      refundedPence,
      state,
      at: startedAt.toISOString(),
    })),
    ...months.map(({ invoiceId, amountPence, paidAt, refunded }) => ({
      id: invoiceId,
      what: 'Monthly Membership',
      passes: null,
      amountPence,
      refundedPence: refunded ? amountPence : 0,
      state: refunded ? 'refunded' : 'paid',
      at: paidAt.toISOString(),
    })),
  ];
}

async function membershipOf(pool: Pool, memberId: string, now: Date): Promise<ExportAnswer['membership']> {
  const row = await membershipOfMember(pool, memberId);
  if (row === undefined) return null;
  const { success: _, openPayment: __, ...membership } = describeMembership(row, null, now);
  return membership;
}

async function sessionsOf(pool: Pool, memberId: string): Promise<ExportAnswer['sessions']> {
  const { rows } = await pool.query<{ expire: Date }>(
    "SELECT expire FROM sessions WHERE sess ->> 'memberId' = $1 AND expire > now() ORDER BY expire",
    [memberId],
  );
  return rows.map(({ expire }) => ({ expiresAt: expire.toISOString() }));
}

/** Everything that the studio holds of a member at `now`. */
export async function describeExport(
  source: Source,
  user: UserRow,
  { studio, now }: { studio: string; now: Date },
): Promise<ExportAnswer> {
  const { pool } = source;
  const memberId = user.id;
  const [health, bookings, lots, waits] = await Promise.all([
    healthOf(pool, memberId),
    bookingsOf(pool, memberId),
    lotsOf(pool, memberId),
    waitsOf(pool, memberId),
  ]);
  const [passes, payments, membership, sessions, calendar, life] = await Promise.all([
    passesOf(source, lots, now),
    moneyOf(pool, memberId),
    membershipOf(pool, memberId, now),
    sessionsOf(pool, memberId),
    calendarMadeAt(pool, memberId),
    describeMemberTimeline(source, user),
  ]);
  const { consents, ...ofLife } = life;
  return {
    format: 'tideline-member-export',
    schemaVersion: EXPORT_VERSION,
    exportedAt: now.toISOString(),
    studio,
    memberId,
    ...describeProfile(user, health),
    consents: { newsletter: user.newsletter, history: consents },
    bookings: bookings.map((booking) => describeBooking(booking, now)),
    waitlists: waits.map(({ classId, className, date, time, joinedAt, leftAt }) => ({
      class: { id: classId, name: classType.parse(className), date, time },
      joinedAt: joinedAt.toISOString(),
      leftAt: leftAt?.toISOString() ?? null,
    })),
    passes,
    payments,
    membership,
    calendarFeedSince: calendar?.toISOString() ?? null,
    sessions,
    ...ofLife,
  };
}
