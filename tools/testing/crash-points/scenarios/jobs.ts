import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { cancelClass } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import { toLondonDay } from '#domain/london-time.ts';
import { followSubscription } from '#domain/membership/decide.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { keepCampaign } from '#infra/postgres/tables/campaigns.ts';
import { grantPeriods } from '#services/commands/membership/grant-periods.ts';
import { adjustPasses } from '#services/commands/wallet/adjust-passes.ts';
import { advanceWaitlistJob } from '#workers/jobs/advance-waitlist/definition.ts';
import { expireLotsJob } from '#workers/jobs/expire-lots/definition.ts';
import { forgetPasswordResets } from '#workers/jobs/forget-password-resets/definition.ts';
import { forgetSessions } from '#workers/jobs/forget-sessions/definition.ts';
import { joinBookingList } from '#workers/jobs/join-booking-list/definition.ts';
import { joinNewsletter } from '#workers/jobs/join-newsletter/definition.ts';
import { leaveNewsletter } from '#workers/jobs/leave-newsletter/definition.ts';
import { leaveOverlappingWaitlists } from '#workers/jobs/leave-overlapping-waitlists/definition.ts';
import { sendBookingConfirmation } from '#workers/jobs/send-booking-confirmation/definition.ts';
import { sendCancellation } from '#workers/jobs/send-cancellation/definition.ts';
import { sendClassChanged } from '#workers/jobs/send-class-changed/definition.ts';
import { sendExpiryReminder } from '#workers/jobs/send-expiry-reminder/definition.ts';
import { sendMembershipNotice } from '#workers/jobs/send-membership-notice/definition.ts';
import { sendMembershipReminder } from '#workers/jobs/send-membership-reminder/definition.ts';
import { sendPrelaunch } from '#workers/jobs/send-prelaunch/definition.ts';
import { sendReceipt } from '#workers/jobs/send-receipt/definition.ts';
import { sendRefundNotice } from '#workers/jobs/send-refund-notice/definition.ts';
import { sendWaitlistNotice } from '#workers/jobs/send-waitlist-notice/definition.ts';
import { sendWelcome } from '#workers/jobs/send-welcome/definition.ts';
import { settleBooking } from '#workers/jobs/settle-booking/definition.ts';
import { settleRefundsJob } from '#workers/jobs/settle-refunds/definition.ts';
import type { Cell, CellMember } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { book, buy, join, lastEvent, subscribe } from './steps.ts';

/** A lot of the studio's passes that was given so many days ago; they last three months. */
async function givenBefore(cell: Cell, member: CellMember, days: number): Promise<string> {
  const change = {
    memberId: member.id,
    direction: 'give',
    key: randomUUID(),
    passes: 2,
    reason: 'A gift',
  } as const;
  const { position } = await adjustPasses(
    cell.studio.lasting,
    change,
    cell.context(days * millisecondsInDay),
  );
  await cell.studio.shown(position);
  return `adjustment-${member.id}-${change.key}`;
}

/** A class of one seat that Ann has given up, with Bea first in line. */
async function freedSeat(cell: Cell): Promise<{ classId: number; bea: CellMember }> {
  const [ann, bea] = [await cell.member('ann', 1), await cell.member('bea', 1)];
  const classId = await cell.class({ capacity: 1, days: 4 });
  const bookingId = await book(cell, ann, classId);
  await join(cell, bea, classId);
  await cell.ask(ann.token, 'POST', '/api/cancel-booking', { bookingId });
  return { classId, bea };
}

/** A membership whose month ends in two days, of which Stripe is never asked. */
async function endingMonth(cell: Cell, { id: memberId }: CellMember): Promise<number> {
  const { lasting } = cell.studio;
  const membershipId = await lasting.membershipIds.of(memberId);
  const context = cell.context(29 * millisecondsInDay);
  const periodStart = context.now.toISOString();
  const periodEnd = new Date(cell.studio.now().getTime() + 2 * millisecondsInDay).toISOString();
  const paid = {
    invoiceId: `in_${cell.tag}`,
    paymentIntentId: `pi_${cell.tag}`,
    amountPence: 18_000,
    periodStart,
    periodEnd,
  };
  const subscription = {
    membershipId,
    memberId,
    subscriptionId: `sub_${cell.tag}`,
    isOver: false,
    cancelAtPeriodEnd: false,
    currentPeriodEnd: periodEnd,
    paid: [paid],
    failed: null,
  };
  const { state } = await lasting.deciders.handle(
    membershipDecider,
    String(membershipId),
    context,
    (current) => followSubscription(current, { subscription, now: context.now }),
  );
  if (state.membership === null) throw new Error('No membership began');
  await cell.studio.shown((await grantPeriods(lasting, state.membership, context)).position);
  return membershipId;
}

/** Asks today's campaign for one member; its id. */
async function campaign(cell: Cell, kind: string, { id }: CellMember): Promise<number> {
  const { lasting, now } = cell.studio;
  return keepCampaign(lasting.pool, {
    kind,
    day: toLondonDay(now()),
    now: now(),
    memberIds: [id],
    leftOut: 0,
  });
}

/** Jobs, each run once by a worker that dies; the queue, the reactors or a sweep come with it again. */
export const jobScenarios: readonly Scenario[] = [
  {
    covers: ['job settle-booking', 'booking/advance-booking'],
    async prepare(cell) {
      const ann = await cell.member('ann', 2);
      const classId = await cell.class();
      const bookingId = await book(cell, ann, classId);
      const context = cell.context();
      const { position } = await cell.studio.lasting.deciders.handle(
        classDecider,
        String(classId),
        context,
        (state) => cancelClass(state, { now: context.now }),
      );
      await cell.studio.shown(position);
      return () =>
        cell.work(settleBooking, { bookingId, classId, memberId: ann.id }, `released-${bookingId}`);
    },
  },
  {
    covers: ['job advance-waitlist', 'waitlist/advance-waitlist', 'waitlist/is-booked-elsewhere'],
    case: 'the first in line is booked',
    async prepare(cell) {
      const { classId } = await freedSeat(cell);
      return () => cell.work(advanceWaitlistJob, { classId });
    },
  },
  {
    covers: ['job advance-waitlist', 'waitlist/advance-waitlist', 'waitlist/is-booked-elsewhere'],
    case: 'the first in line is offered the seat',
    async prepare(cell) {
      const [ann, bea] = [await cell.member('ann', 1), await cell.member('bea', 1)];
      const classId = await cell.class({ capacity: 1, days: 0, time: '19:00' });
      const bookingId = await book(cell, ann, classId);
      await join(cell, bea, classId);
      await cell.ask(ann.token, 'POST', '/api/cancel-booking', { bookingId });
      return () => cell.work(advanceWaitlistJob, { classId });
    },
  },
  {
    covers: ['job leave-overlapping-waitlists'],
    async prepare(cell) {
      const [ann, bea] = [await cell.member('ann', 1), await cell.member('bea', 1)];
      const [full, other] = [await cell.class({ capacity: 1 }), await cell.class()];
      await book(cell, ann, full);
      await join(cell, bea, full);
      const bookingId = await book(cell, bea, other);
      const { id } = await lastEvent(cell, `class-${other}`, 'SeatBooked');
      return () => cell.work(leaveOverlappingWaitlists, { memberId: bea.id, since: { bookingId } }, id);
    },
  },
  {
    covers: ['job expire-lots', 'wallet/expire-lots'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      await givenBefore(cell, ann, 100);
      return () => cell.work(expireLotsJob, { memberId: ann.id });
    },
  },
  {
    covers: ['job forget-sessions'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const { pool } = cell.studio.lasting;
      await pool.query(
        "UPDATE sessions SET expire = now() - interval '1 hour' WHERE sess ->> 'memberId' = $1",
        [ann.id],
      );
      return () => cell.work(forgetSessions, {});
    },
  },
  {
    covers: ['job forget-password-resets'],
    async prepare(cell) {
      const { lasting, now } = cell.studio;
      await lasting.pool.query(
        'INSERT INTO password_reset_requests (id, email_hash, requested_at, handled_at) VALUES ($1, $2, $3, $3)',
        [randomUUID(), cell.tag, new Date(now().getTime() - 3 * millisecondsInDay)],
      );
      return () => cell.work(forgetPasswordResets, {});
    },
    async look(cell) {
      const { rowCount } = await cell.studio.lasting.pool.query(
        'SELECT 1 FROM password_reset_requests WHERE email_hash = $1',
        [cell.tag],
      );
      return [`old requests: ${rowCount}`];
    },
  },
  {
    covers: ['job send-welcome'],
    async prepare(cell) {
      const ann = await cell.member('ann', 0, { signedUpAgo: 0 });
      return () => cell.work(sendWelcome, { memberId: ann.id }, ann.id);
    },
  },
  {
    covers: ['job join-newsletter'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      await cell.ask(ann.token, 'PUT', '/api/user/consents', { newsletter: true });
      const { id, data } = await lastEvent(cell, `member-${ann.id}`, 'ConsentGiven');
      return () => cell.work(joinNewsletter, { memberId: ann.id, at: data.at }, id);
    },
  },
  {
    covers: ['job leave-newsletter'],
    async prepare(cell) {
      const ann = await cell.member('ann', 0, { newsletter: true });
      await cell.studio.lasting.mail.addToList({ email: ann.email, list: 2 });
      await cell.ask(ann.token, 'PUT', '/api/user/consents', { newsletter: false });
      const { id, data } = await lastEvent(cell, `member-${ann.id}`, 'ConsentWithdrawn');
      return () => cell.work(leaveNewsletter, { memberId: ann.id, at: data.at }, id);
    },
  },
  {
    covers: ['job send-receipt'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      await buy(cell, ann);
      const { lotId } = (await lastEvent(cell, `wallet-${ann.id}`, 'LotGranted')).data;
      return () => cell.work(sendReceipt, { memberId: ann.id, lotId }, lotId);
    },
  },
  {
    covers: ['job send-booking-confirmation'],
    async prepare(cell) {
      const ann = await cell.member('ann', 1);
      const bookingId = await book(cell, ann, await cell.class());
      return () =>
        cell.work(sendBookingConfirmation, { memberId: ann.id, bookingId }, `booking-${bookingId}`);
    },
  },
  {
    covers: ['job send-cancellation'],
    async prepare(cell) {
      const ann = await cell.member('ann', 1);
      const bookingId = await book(cell, ann, await cell.class());
      await cell.ask(cell.shared.admin, 'DELETE', `/api/admin/remove-booking/${bookingId}`);
      return () => cell.work(sendCancellation, { memberId: ann.id, bookingId }, `booking-${bookingId}`);
    },
  },
  {
    covers: ['job send-class-changed'],
    async prepare(cell) {
      const classId = await cell.class();
      for (const name of ['ann', 'bea']) await book(cell, await cell.member(name, 1), classId);
      await cell.ask(cell.shared.admin, 'PUT', `/api/admin/classes/${classId}`, {
        name: 'beginner',
        date: toLondonDay(new Date(cell.studio.now().getTime() + 3 * millisecondsInDay)),
        time: '20:00',
        instructorId: cell.shared.instructorId,
        maxCapacity: 4,
        duration: 50,
      });
      const { id: eventId, revision } = await lastEvent(cell, `class-${classId}`, 'ClassChanged');
      return () => cell.work(sendClassChanged, { eventId, revision: Number(revision), classId }, eventId);
    },
  },
  {
    covers: ['job send-waitlist-notice'],
    async prepare(cell) {
      const { classId, bea } = await freedSeat(cell);
      await cell.work(advanceWaitlistJob, { classId });
      const {
        id: eventId,
        revision,
        data,
        position,
      } = await lastEvent(cell, `class-${classId}`, 'SeatBooked');
      await cell.studio.shown(position);
      const notice = { what: 'booked', bookingId: data.bookingId };
      const told = { eventId, revision: Number(revision), classId, memberId: bea.id, notice };
      return () => cell.work(sendWaitlistNotice, told, `${eventId}-${bea.id}`);
    },
  },
  {
    covers: ['job send-expiry-reminder'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const lotId = await givenBefore(cell, ann, 87);
      return () => cell.work(sendExpiryReminder, { memberId: ann.id, lotId });
    },
  },
  {
    covers: ['job send-refund-notice'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const paymentIntentId = await buy(cell, ann);
      await cell.studio.lasting.payments.refundPaymentIntent(paymentIntentId, { idempotencyKey: cell.tag });
      await cell.work(settleRefundsJob, { paymentIntentId });
      const { id: eventId, data } = await lastEvent(cell, `payment-${paymentIntentId}`, 'PaymentRefunded');
      await cell.studio.shown((await lastEvent(cell, `wallet-${ann.id}`, 'LotRevoked')).position);
      const { at, amountPence } = data;
      const told = { eventId, at, memberId: ann.id, paymentIntentId, what: 'refunded', amountPence };
      return () => cell.work(sendRefundNotice, told, eventId);
    },
  },
  {
    covers: ['job send-membership-notice'],
    async prepare(cell) {
      const ann = await cell.member('ann');
      const { id: membershipId, stream, subscriptionId } = await subscribe(cell, ann);
      const { id: eventId, revision, data } = await lastEvent(cell, stream, 'MembershipStarted');
      const notice = { what: 'started', invoiceId: data.invoiceId };
      const told = {
        eventId,
        revision: Number(revision),
        membershipId,
        memberId: ann.id,
        subscriptionId,
        notice,
      };
      return () => cell.work(sendMembershipNotice, told, eventId);
    },
  },
  {
    covers: ['job send-membership-reminder'],
    async prepare(cell) {
      const membershipId = await endingMonth(cell, await cell.member('ann'));
      return () => cell.work(sendMembershipReminder, { membershipId });
    },
  },
  {
    covers: ['job send-prelaunch'],
    async prepare(cell) {
      const ann = await cell.member('ann', 0, { newsletter: true });
      const campaignId = await campaign(cell, 'prelaunch', ann);
      return () => cell.work(sendPrelaunch, { campaignId, memberId: ann.id });
    },
  },
  {
    covers: ['job join-booking-list'],
    async prepare(cell) {
      const ann = await cell.member('ann', 1, { newsletter: true });
      await book(cell, ann, await cell.class());
      await cell.studio.lasting.mail.addToList({ email: ann.email, list: 14 });
      const campaignId = await campaign(cell, 'existing-members', ann);
      return () => cell.work(joinBookingList, { campaignId, memberId: ann.id });
    },
  },
];
