import { formatEmail } from '#infra/mail/format-email.ts';
import { readLastSignIn } from '#infra/postgres/tables/member-activity.ts';
import { readSentEmails } from '#infra/postgres/tables/member-records.ts';
import { type BookingRow, readBookingsOfMember } from '#projections/read-models/bookings/queries.ts';
import { readComplaintsOfEmail } from '#projections/read-models/complaints/queries.ts';
import { readDisputesOfMember } from '#projections/read-models/disputes/queries.ts';
import type { UserRow } from '#projections/read-models/members/queries.ts';
import { readListedMember } from '#projections/read-models/members/staff-queries.ts';
import { readMembershipOfMember } from '#projections/read-models/memberships/queries.ts';
import { type MoneyRow, readMoneyOfMember } from '#projections/read-models/money/queries.ts';
import { readPaymentsOfMember } from '#projections/read-models/payments/queries.ts';
import { readClassesByIds } from '#projections/read-models/schedule/queries.ts';
import { readStaffNames } from '#projections/read-models/staff/queries.ts';
import { readWaits, type WaitRow } from '#projections/read-models/waitlist/queries.ts';
import { readLotsOfMember } from '#projections/read-models/wallet/queries.ts';
import { buildMemberHistory, readMemberEvents } from '#services/audit/history/member-history.ts';
import { type MemberTimeline, readMemberTimeline } from '#services/audit/history/member-timeline.ts';
import { readRulebook } from '#services/audit/history/rule-tracker.ts';
import type { Person, PersonMoney } from '#services/contract/person.ts';
import { classType } from '#services/contract/values.ts';
import { describeReader } from '../audit-overview/describe-reader.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { findHistorySubject } from '../find-history-subject.ts';
import { describeActorForStaff } from '../presenters/describe-actor.ts';
import { describeAdminMembership } from '../presenters/describe-admin-membership.ts';
import { getStaffIds, type StaffNames } from '../presenters/describe-audit.ts';
import { describeBooking } from '../presenters/describe-booking.ts';
import { describeComplaint, getAnswererIds } from '../presenters/describe-complaint.ts';
import { describeMemberPass } from '../presenters/describe-member-effects.ts';
import { takeFirst } from '../take-first.ts';
import { createClassFinder } from './describe-person-class.ts';
import { findLosses } from './find-losses.ts';
import { listLotEvents, listWalletSteps } from './list-lot-events.ts';

type Source = Pick<ApiDependencies, 'pool' | 'eventStore' | 'memberKeys'>;

/** The most entries of each list. */
const shown = {
  ...{ losses: 100, lots: 50, lotEvents: 200, bookings: 200, money: 100, unpaid: 20 },
  ...{ waits: 50, emails: 100, notes: 200, complaints: 20, readings: 50, consents: 50, marks: 20 },
};

const noCounts = { granted: 0, available: 0, held: 0, used: 0, forfeited: 0, expired: 0, revoked: 0 };

/** The passes with every event of each, and what was lost, from the events that the auditor's desk replays. */
async function readPasses(source: Source, memberId: string, bookings: readonly BookingRow[], now: Date) {
  const { pool, eventStore } = source;
  const [subject, rulebook, lots] = await Promise.all([
    findHistorySubject(source, memberId),
    readRulebook(eventStore),
    readLotsOfMember(pool, memberId),
  ]);
  const records = await readMemberEvents(eventStore, subject, now);
  const history = buildMemberHistory(memberId, records, now, rulebook);
  const steps = listWalletSteps(records, history);
  const classIds = new Set(
    [...steps.map((step) => step.shown), ...bookings].flatMap(({ classId }) => classId ?? []),
  );
  const [classes, names] = await Promise.all([
    readClassesByIds(pool, [...classIds]),
    readStaffNames(pool, getStaffIds(history.events)),
  ]);
  const findClass = createClassFinder(classes);
  const events = listLotEvents(steps, names, findClass);
  const counts = new Map(history.lots.map((lot) => [lot.lotId, lot]));
  const described = lots.slice(0, shown.lots).map((lot) => {
    const { granted, available, held, used, forfeited, expired, revoked } = counts.get(lot.lotId) ?? noCounts;
    return {
      ...describeMemberPass(lot, now),
      counts: { granted, available, held, used, forfeited, expired, revoked },
      paymentIntentId: lot.paymentIntentId,
      events: (events.get(lot.lotId) ?? []).slice(0, shown.lotEvents),
    };
  });
  return {
    losses: takeFirst(findLosses({ steps, bookings, lots, findClass }), shown.losses),
    lots: { total: lots.length, entries: described },
    balanced: history.balanced,
  };
}

/** What takes or returns the money of a dispute. */
const disputeKinds: readonly MoneyRow['kind'][] = ['pass_dispute', 'pass_dispute_won', 'membership_return'];

function describeMoney(row: MoneyRow, disputes: ReadonlyMap<string, string>): PersonMoney {
  const { kind, amount, at, passName, planName, paymentIntentId, invoiceId, stream, revision } = row;
  return {
    id: `${stream}@${revision}/${kind}`,
    at: at.toISOString(),
    kind,
    what: passName ?? planName ?? '',
    amountPence: amount,
    paymentId: invoiceId ?? paymentIntentId ?? '',
    disputeId: disputeKinds.includes(kind) ? (disputes.get(paymentIntentId ?? '') ?? null) : null,
    paymentIntentId,
  };
}

async function readMoney({ pool }: Source, memberId: string): Promise<Pick<Person, 'money' | 'unpaid'>> {
  const [money, payments, disputeRows] = await Promise.all([
    readMoneyOfMember(pool, memberId, shown.money),
    readPaymentsOfMember(pool, memberId),
    readDisputesOfMember(pool, memberId),
  ]);
  // The latest of a payment is used, as the last one of its key.
  const disputes = new Map(
    disputeRows.toReversed().map(({ paymentIntentId, disputeId }) => [paymentIntentId, disputeId]),
  );
  const unpaid = payments.flatMap(({ paymentIntentId, passName, pricePence, state, startedAt }) =>
    state === 'paid' || state === 'granted'
      ? []
      : {
          paymentId: paymentIntentId,
          what: passName,
          amountPence: pricePence,
          state,
          at: startedAt.toISOString(),
        },
  );
  return {
    money: {
      total: money.total,
      entries: money.rows.map((row) => describeMoney(row, disputes)),
      receivedPence: money.received,
      returnedPence: money.returned,
    },
    unpaid: takeFirst(unpaid, shown.unpaid),
  };
}

const describeWait = ({ classId, className, date, time, startsAt, joinedAt, leftAt }: WaitRow) => ({
  class: { id: classId, name: classType.parse(className), date, time, startsAt: startsAt.toISOString() },
  joinedAt: joinedAt.toISOString(),
  leftAt: leftAt?.toISOString() ?? null,
});

const describeTimeline = (
  { notes, readings, consents, addressMarks }: MemberTimeline,
  names: StaffNames,
  newsletter: boolean,
): Pick<Person, 'notes' | 'readings' | 'consents' | 'addressMarks'> => ({
  addressMarks: takeFirst(addressMarks.toReversed(), shown.marks),
  consents: { newsletter, history: takeFirst(consents.toReversed(), shown.consents) },
  notes: takeFirst(
    notes.toReversed().map(({ actor, ...note }) => ({ ...note, by: describeActorForStaff(actor, names) })),
    shown.notes,
  ),
  readings: takeFirst(
    readings
      .toReversed()
      .map(({ reader, ...reading }) => ({ ...reading, by: describeReader(reader, names) })),
    shown.readings,
  ),
});

async function readTimeline({ pool, eventStore }: Source, { id, newsletter }: UserRow) {
  const timeline = await readMemberTimeline(eventStore, id);
  const ids = [...timeline.readings.map(({ reader }) => reader), ...getStaffIds(timeline.notes)];
  return describeTimeline(timeline, await readStaffNames(pool, ids), newsletter);
}

async function readMembership({ pool }: Source, user: UserRow, now: Date): Promise<Person['membership']> {
  const row = await readMembershipOfMember(pool, user.id);
  if (row === undefined) return null;
  const { name: userName, email: userEmail, phone: userPhone } = user;
  return describeAdminMembership({ ...row, userName, userEmail, userPhone }, now);
}

async function readComplaints(source: Source, email: string): Promise<Person['complaints']> {
  const complaints = await readComplaintsOfEmail(source, email);
  const names = await readStaffNames(source.pool, getAnswererIds(complaints));
  return takeFirst(
    complaints.map((complaint) => describeComplaint(complaint, names)),
    shown.complaints,
  );
}

/** Everything that staff may know of a member who is not erased; undefined when they are erased meanwhile. */
export async function readPerson(source: Source, user: UserRow, now: Date): Promise<Person | undefined> {
  const { pool } = source;
  const memberId = user.id;
  const [member, bookings] = await Promise.all([
    readListedMember(pool, memberId, now),
    readBookingsOfMember(pool, memberId),
  ]);
  if (member === undefined) return undefined;
  const [passes, money, waits, emails, timeline, complaints, membership, signedInAt] = await Promise.all([
    readPasses(source, memberId, bookings, now),
    readMoney(source, memberId),
    readWaits(pool, memberId),
    readSentEmails(pool, memberId),
    readTimeline(source, user),
    readComplaints(source, member.email),
    readMembership(source, user, now),
    readLastSignIn(pool, memberId),
  ]);
  return {
    erased: false,
    member: { ...member, email: formatEmail(member.email) },
    dateOfBirth: user.dateOfBirth,
    lastSignedInAt: signedInAt?.toISOString() ?? null,
    ...timeline,
    ...passes,
    bookings: takeFirst(
      bookings.map((booking) => describeBooking(booking, now)),
      shown.bookings,
    ),
    complaints,
    membership,
    ...money,
    waits: takeFirst(waits.map(describeWait), shown.waits),
    emails: takeFirst(
      emails.toReversed().map(({ key, kind, sentAt, outcome, outcomeAt }) => ({
        ...{ id: key, kind, sentAt: sentAt.toISOString() },
        ...{ outcome, outcomeAt: outcomeAt?.toISOString() ?? null },
      })),
      shown.emails,
    ),
  };
}
