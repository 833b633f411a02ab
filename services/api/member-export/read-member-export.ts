import type { Pool } from 'pg';
import { readCalendarCreation } from '#infra/postgres/tables/calendar-feeds.ts';
import { listPasskeys } from '#infra/postgres/tables/passkeys.ts';
import { readBookingsOfMember } from '#projections/read-models/bookings/queries.ts';
import { readAllClosures } from '#projections/read-models/closures/queries.ts';
import { readHealthAnswers } from '#projections/read-models/health/queries.ts';
import type { UserRow } from '#projections/read-models/members/queries.ts';
import { readMemberSessions } from '#projections/read-models/members/session-queries.ts';
import {
  readMembershipOfMember,
  readMembershipPayments,
} from '#projections/read-models/memberships/queries.ts';
import { readPaymentsOfMember } from '#projections/read-models/payments/queries.ts';
import { readClassesByIds } from '#projections/read-models/schedule/queries.ts';
import { readWaits } from '#projections/read-models/waitlist/queries.ts';
import { type LotRow, readLotsOfMember } from '#projections/read-models/wallet/queries.ts';
import { readLotHistory } from '#services/audit/history/lot-history.ts';
import { type ExportAnswer, exportVersion } from '#services/contract/member-export.ts';
import { classType } from '#services/contract/values.ts';
import { describeBooking } from '../presenters/describe-booking.ts';
import { describeLot } from '../presenters/describe-lot.ts';
import { describeLotHistory } from '../presenters/describe-lot-history.ts';
import { describeMembership } from '../presenters/describe-membership.ts';
import { describeProfile } from '../presenters/describe-profile.ts';
import { type ExportSource, readMemberRecords } from './read-member-records.ts';

async function readPasses({ pool, eventStore }: ExportSource, lots: readonly LotRow[], now: Date) {
  const histories = await Promise.all(
    lots.map(async (lot) => ({ lot, history: await readLotHistory(eventStore, lot) })),
  );
  const classIds = histories.flatMap(({ history }) =>
    history.entries.flatMap(({ classId }) => classId ?? []),
  );
  const [classes, closures] = await Promise.all([
    readClassesByIds(pool, [...new Set(classIds)]),
    readAllClosures(pool),
  ]);
  return histories.map(({ lot, history }) => ({
    ...describeLot(lot, now),
    history: describeLotHistory(lot.lotId, history, classes, closures).entries,
  }));
}

async function readPayments(pool: Pool, memberId: string): Promise<ExportAnswer['payments']> {
  const [payments, months] = await Promise.all([
    readPaymentsOfMember(pool, memberId),
    readMembershipPayments(pool, memberId),
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
    ...months.map(({ invoiceId, amountPence, planName, paidAt, refunded }) => ({
      id: invoiceId,
      what: planName,
      passes: null,
      amountPence,
      refundedPence: refunded ? amountPence : 0,
      state: refunded ? 'refunded' : 'paid',
      at: paidAt.toISOString(),
    })),
  ];
}

async function readMembership(pool: Pool, memberId: string, now: Date): Promise<ExportAnswer['membership']> {
  const row = await readMembershipOfMember(pool, memberId);
  if (row === undefined) return null;
  const { success: _, openPayment: __, ...membership } = describeMembership(row, null, now);
  return membership;
}

/** More than anyone has. */
const mostSessions = 1_000;

/** Everything that the studio stores of a member. */
export async function readMemberExport(
  source: ExportSource,
  user: UserRow,
  { studio, now }: { studio: string; now: Date },
): Promise<ExportAnswer> {
  const { pool } = source;
  const memberId = user.id;
  const [health, bookings, lots, waits] = await Promise.all([
    readHealthAnswers(source, memberId),
    readBookingsOfMember(pool, memberId),
    readLotsOfMember(pool, memberId),
    readWaits(pool, memberId),
  ]);
  const [passes, payments, membership, sessions, passkeys, calendar, records] = await Promise.all([
    readPasses(source, lots, now),
    readPayments(pool, memberId),
    readMembership(pool, memberId, now),
    readMemberSessions(pool, memberId, mostSessions),
    listPasskeys(pool, { memberId, epoch: user.epoch }),
    readCalendarCreation(pool, { memberId, epoch: user.epoch }),
    readMemberRecords(source, user),
  ]);
  const { consents, ...otherRecords } = records;
  return {
    format: 'tideline-member-export',
    schemaVersion: exportVersion,
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
    passkeys: passkeys.map(({ browser, madeAt, lastUsedAt }) => ({
      browser,
      madeAt: madeAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    sessions: sessions.map(({ openedAt, lastUsedAt, expiresAt, browser }) => ({
      openedAt: openedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      browser,
    })),
    ...otherRecords,
  };
}
