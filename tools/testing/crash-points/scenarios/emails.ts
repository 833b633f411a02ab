import { millisecondsInDay } from 'date-fns/constants';
import { toLondonDay } from '#domain/london-time.ts';
import { followSubscription } from '#domain/membership/decide.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { firstPlanTerms } from '#domain/plan/terms.ts';
import { insertCampaign } from '#infra/postgres/tables/campaigns.ts';
import { grantPeriods } from '#services/commands/membership/grant-periods.ts';
import { advanceWaitlistJob } from '#workers/jobs/advance-waitlist/definition.ts';
import { joinBookingList } from '#workers/jobs/join-booking-list/definition.ts';
import { joinNewsletter } from '#workers/jobs/join-newsletter/definition.ts';
import { leaveNewsletter } from '#workers/jobs/leave-newsletter/definition.ts';
import { noteOfferUse } from '#workers/jobs/note-offer-use/definition.ts';
import { sendBookingConfirmation } from '#workers/jobs/send-booking-confirmation/definition.ts';
import { sendCancellation } from '#workers/jobs/send-cancellation/definition.ts';
import { sendClassChanged } from '#workers/jobs/send-class-changed/definition.ts';
import { sendExpiryReminder } from '#workers/jobs/send-expiry-reminder/definition.ts';
import { sendMembershipNotice } from '#workers/jobs/send-membership-notice/definition.ts';
import { sendMembershipReminder } from '#workers/jobs/send-membership-reminder/definition.ts';
import { sendPassBack } from '#workers/jobs/send-pass-back/definition.ts';
import { sendPrelaunch } from '#workers/jobs/send-prelaunch/definition.ts';
import { sendReceipt } from '#workers/jobs/send-receipt/definition.ts';
import { sendRefundNotice } from '#workers/jobs/send-refund-notice/definition.ts';
import { sendWaitlistNotice } from '#workers/jobs/send-waitlist-notice/definition.ts';
import { sendWelcome } from '#workers/jobs/send-welcome/definition.ts';
import { settleRefundsJob } from '#workers/jobs/settle-refunds/definition.ts';
import type { Cell, CellMember } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import {
  book,
  buyPass,
  cancelLateWithRefill,
  completePayment,
  freeSeat,
  givePassesAgo,
  moveClassFar,
  offerSeat,
  payForPass,
  readLastEvent,
  settleBooking,
  signUpClass,
  subscribe,
  toWaitlistNotice,
} from './steps.ts';

/** Starts a membership, unknown to Stripe, whose month ends in two days. */
async function startEndingMembership(cell: Cell, { id: memberId }: CellMember): Promise<number> {
  const { surviving } = cell.studio;
  const membershipId = await surviving.membershipIds.of(memberId);
  const context = cell.context(29 * millisecondsInDay);
  const periodStart = context.now.toISOString();
  const periodEnd = new Date(cell.studio.now().getTime() + 2 * millisecondsInDay).toISOString();
  const paid = {
    invoiceId: `in_${cell.tag}`,
    paymentIntentId: `pi_${cell.tag}`,
    amountPence: 18_000,
    kind: 'period' as const,
    plan: firstPlanTerms,
    periodStart,
    periodEnd,
  };
  const subscription = {
    membershipId,
    memberId,
    subscriptionId: `sub_${cell.tag}`,
    isOver: false,
    isCancelled: false,
    cancelAtPeriodEnd: false,
    currentPeriodEnd: periodEnd,
    nextPlan: firstPlanTerms,
    agreement: null,
    paid: [paid],
    failed: null,
    payableInvoiceIds: [],
    voidedInvoiceIds: [],
    pause: null,
    voidedPeriodStarts: [],
  };
  const { state } = await surviving.deciders.handle(
    membershipDecider,
    String(membershipId),
    context,
    (current) => followSubscription(current, { subscription, now: context.now }),
  );
  if (state.membership === null) throw new Error('No membership began');
  await cell.studio.waitForReadModels((await grantPeriods(surviving, state.membership, context)).position);
  return membershipId;
}

/** Starts today's campaign for one member and returns its id. */
async function startCampaign(cell: Cell, kind: string, { id }: CellMember): Promise<number> {
  const { surviving, now } = cell.studio;
  return insertCampaign(surviving.pool, {
    kind,
    day: toLondonDay(now()),
    now: now(),
    memberIds: [id],
    leftOut: 0,
  });
}

/** Jobs that send an email or change a mailing list, each run once by a worker that crashes. */
export const emailScenarios: readonly Scenario[] = [
  {
    covers: ['job send-welcome'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 0, { signedUpAgoMs: 0 });
      return () => cell.runJob(sendWelcome, { memberId: ann.id }, ann.id);
    },
  },
  {
    covers: ['job join-newsletter'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      await cell.request(ann.token, 'PUT', '/api/user/consents', { newsletter: true });
      const { id, data } = await readLastEvent(cell, `member-${ann.id}`, 'ConsentGiven');
      return () => cell.runJob(joinNewsletter, { memberId: ann.id, at: data.at }, id);
    },
  },
  {
    covers: ['job leave-newsletter'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 0, { newsletter: true });
      await cell.studio.surviving.mail.addToList({ email: ann.email, list: 2 });
      await cell.request(ann.token, 'PUT', '/api/user/consents', { newsletter: false });
      const { id, data } = await readLastEvent(cell, `member-${ann.id}`, 'ConsentWithdrawn');
      return () => cell.runJob(leaveNewsletter, { memberId: ann.id, at: data.at }, id);
    },
  },
  {
    covers: ['job send-receipt'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      await buyPass(cell, ann);
      const { lotId } = (await readLastEvent(cell, `wallet-${ann.id}`, 'LotGranted')).data;
      return () => cell.runJob(sendReceipt, { memberId: ann.id, lotId }, lotId);
    },
  },
  {
    covers: ['job note-offer-use'],
    async readExtraState({ studio, tag }) {
      const { rowCount } = await studio.surviving.pool.query(
        `SELECT 1 FROM offer_uses o JOIN users u ON u.id = o.member_id WHERE u.email LIKE '%' || $1 || '%'`,
        [tag],
      );
      return [`offers noted: ${rowCount}`];
    },
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      await completePayment(cell, ann, await payForPass(cell, ann, signUpClass));
      const { lotId } = (await readLastEvent(cell, `wallet-${ann.id}`, 'LotGranted')).data;
      return () => cell.runJob(noteOfferUse, { memberId: ann.id, lotId }, lotId);
    },
  },
  {
    covers: ['job send-booking-confirmation'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 1);
      const bookingId = await book(cell, ann, await cell.addClass());
      return () =>
        cell.runJob(sendBookingConfirmation, { memberId: ann.id, bookingId }, `booking-${bookingId}`);
    },
  },
  {
    covers: ['job send-cancellation'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 1);
      const bookingId = await book(cell, ann, await cell.addClass());
      await cell.request(cell.shared.admin, 'DELETE', `/api/admin/remove-booking/${bookingId}`);
      return () => cell.runJob(sendCancellation, { memberId: ann.id, bookingId }, `booking-${bookingId}`);
    },
  },
  {
    covers: ['job send-pass-back'],
    async prepare(cell) {
      const [ann, bea] = [await cell.addMember('ann', 1), await cell.addMember('bea', 1)];
      const classId = await cell.addClass({ days: 0, capacity: 1 });
      const bookingId = await cancelLateWithRefill(cell, ann, classId);
      await book(cell, bea, classId);
      await settleBooking(cell, ann, { bookingId, classId });
      return () => cell.runJob(sendPassBack, { memberId: ann.id, bookingId }, `booking-${bookingId}`);
    },
  },
  {
    covers: ['job send-class-changed'],
    async prepare(cell) {
      const classId = await cell.addClass();
      for (const name of ['ann', 'bea']) await book(cell, await cell.addMember(name, 1), classId);
      await cell.request(cell.shared.admin, 'PUT', `/api/admin/classes/${classId}`, {
        name: 'beginner',
        date: toLondonDay(new Date(cell.studio.now().getTime() + 3 * millisecondsInDay)),
        time: '20:00',
        instructorId: cell.shared.instructorId,
        maxCapacity: 4,
        duration: 50,
      });
      const { id: eventId, revision } = await readLastEvent(cell, `class-${classId}`, 'ClassChanged');
      return () => cell.runJob(sendClassChanged, { eventId, revision: Number(revision), classId }, eventId);
    },
  },
  {
    covers: ['job send-waitlist-notice'],
    async prepare(cell) {
      const { classId, bea } = await freeSeat(cell);
      await cell.runJob(advanceWaitlistJob, { classId });
      const event = await readLastEvent(cell, `class-${classId}`, 'SeatBooked');
      await cell.studio.waitForReadModels(event.position);
      const notice = { what: 'booked', bookingId: event.data.bookingId } as const;
      const job = toWaitlistNotice(event, { classId, memberId: bea.id }, notice);
      return () => cell.runJob(sendWaitlistNotice, ...job);
    },
  },
  {
    covers: ['job send-waitlist-notice'],
    case: 'an offer is withdrawn',
    async prepare(cell) {
      const { classId, bea } = await offerSeat(cell);
      const path = `/api/admin/classes/${classId}/mark-full`;
      await cell.request(cell.shared.admin, 'PATCH', path, { isMarkedFull: true });
      const event = await readLastEvent(cell, `class-${classId}`, 'OfferWithdrawn');
      const notice = { what: 'withdrawn', because: event.data.because } as const;
      const job = toWaitlistNotice(event, { classId, memberId: bea.id }, notice);
      return () => cell.runJob(sendWaitlistNotice, ...job);
    },
  },
  {
    covers: ['job send-waitlist-notice'],
    case: 'a class moved far',
    async prepare(cell) {
      const { classId, cat } = await offerSeat(cell);
      await moveClassFar(cell, classId);
      const event = await readLastEvent(cell, `class-${classId}`, 'WaitlistAsked');
      const notice = { what: 'asked', joinedFor: event.data.joinedFor } as const;
      const job = toWaitlistNotice(event, { classId, memberId: cat.id }, notice);
      return () => cell.runJob(sendWaitlistNotice, ...job);
    },
  },
  {
    covers: ['job send-class-changed'],
    case: 'a member waits',
    async prepare(cell) {
      const { classId } = await freeSeat(cell);
      const path = `/api/admin/classes/${classId}/instructor`;
      await cell.request(cell.shared.admin, 'PATCH', path, { instructorId: await cell.addInstructor() });
      const { id: eventId, revision, data } = await readLastEvent(cell, `class-${classId}`, 'ClassChanged');
      const payload = { eventId, revision: Number(revision), classId, at: data.at };
      return () => cell.runJob(sendClassChanged, payload, eventId);
    },
  },
  {
    covers: ['job send-expiry-reminder'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const lotId = await givePassesAgo(cell, ann, 87);
      return () => cell.runJob(sendExpiryReminder, { memberId: ann.id, lotId });
    },
  },
  {
    covers: ['job send-refund-notice'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const paymentIntentId = await buyPass(cell, ann);
      await cell.studio.surviving.payments.refundPaymentIntent(paymentIntentId, { idempotencyKey: cell.tag });
      await cell.runJob(settleRefundsJob, { paymentIntentId });
      const { id: eventId, data } = await readLastEvent(
        cell,
        `payment-${paymentIntentId}`,
        'PaymentRefunded',
      );
      await cell.studio.waitForReadModels(
        (await readLastEvent(cell, `wallet-${ann.id}`, 'LotRevoked')).position,
      );
      const { at, amountPence } = data;
      const payload = { eventId, at, memberId: ann.id, paymentIntentId, what: 'refunded', amountPence };
      return () => cell.runJob(sendRefundNotice, payload, eventId);
    },
  },
  {
    covers: ['job send-membership-notice'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const { id: membershipId, stream, subscriptionId } = await subscribe(cell, ann);
      const { id: eventId, revision, data } = await readLastEvent(cell, stream, 'MembershipStarted');
      const notice = { what: 'started', invoiceId: data.invoiceId };
      const payload = {
        eventId,
        revision: Number(revision),
        membershipId,
        memberId: ann.id,
        subscriptionId,
        notice,
      };
      return () => cell.runJob(sendMembershipNotice, payload, eventId);
    },
  },
  {
    covers: ['job send-membership-reminder'],
    async prepare(cell) {
      const membershipId = await startEndingMembership(cell, await cell.addMember('ann'));
      return () => cell.runJob(sendMembershipReminder, { membershipId });
    },
  },
  {
    covers: ['job send-prelaunch'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 0, { newsletter: true });
      const campaignId = await startCampaign(cell, 'prelaunch', ann);
      return () => cell.runJob(sendPrelaunch, { campaignId, memberId: ann.id });
    },
  },
  {
    covers: ['job join-booking-list'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 1, { newsletter: true });
      await book(cell, ann, await cell.addClass());
      await cell.studio.surviving.mail.addToList({ email: ann.email, list: 14 });
      const campaignId = await startCampaign(cell, 'existing-members', ann);
      return () => cell.runJob(joinBookingList, { campaignId, memberId: ann.id });
    },
  },
];
