import { type MembershipEvent, membershipEventDefinitions } from '#domain/membership/events.ts';
import { firstPlanTerms, type PlanTerms } from '#domain/plan/terms.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import type { PatchOf } from '#projections/definition/table.ts';
import { getWalletMove, isWalletRecord, type WalletRecord } from '../wallet/moves.ts';
import { computeChargeReminderTime } from './charge-reminder.ts';
import { membershipPayments, memberships } from './tables.ts';

type MembershipRecord = RecordedEvent<MembershipEvent>;
type PaidRecord = Extract<
  MembershipRecord,
  { type: 'MembershipStarted' | 'MembershipRenewed' | 'MembershipPlanUpgraded' }
>;

const isMembershipRecord = (event: StudioRecord): event is MembershipRecord =>
  Object.hasOwn(membershipEventDefinitions, event.type);

const noPlanChange = {
  announced_plan_id: null,
  announced_price_pence: null,
  announced_from: null,
  next_plan_id: null,
  next_plan_version: null,
  next_plan_name: null,
  next_price_pence: null,
  next_passes: null,
  next_interval: null,
};

const toPlanColumns = (plan: PlanTerms) => ({
  plan_id: plan.planId,
  plan_version: plan.version,
  plan_name: plan.name,
  price_pence: plan.pricePence,
  interval: plan.interval,
  has_priority: plan.priority,
});

/** The columns that a paid period sets, the first or a later one. */
function toPeriodColumns({ data }: PaidRecord) {
  const { passes, periodStart, periodEnd, lotId, expiresAt } = data;
  return {
    status: 'active',
    monthly_passes: passes,
    // The lot is granted after it.
    remaining_passes: 0,
    current_period_start: periodStart,
    current_period_end: periodEnd,
    unpaid_until: null,
    ended_at: null,
    lot_id: lotId,
    upgrade_lot_id: null,
    expires_at: expiresAt,
    open_invoice_id: null,
    attempt: 0,
    next_attempt_at: null,
    remind_at: computeChargeReminderTime(new Date(periodStart), new Date(periodEnd)).toISOString(),
  };
}

/** For a charge that does not follow a paid period: at the time of day of the charge. */
function remindOfCharge(chargedAt: string) {
  const at = new Date(chargedAt);
  return { remind_at: computeChargeReminderTime(at, at).toISOString() };
}

function putPayment({ data }: PaidRecord, write: Writer): void {
  const {
    membershipId,
    memberId,
    invoiceId,
    amountPence,
    plan,
    periodStart,
    periodEnd,
    paymentIntentId,
    at,
  } = data;
  write.put(membershipPayments, {
    invoice_id: invoiceId,
    membership_id: membershipId,
    member_id: memberId,
    amount_pence: amountPence,
    plan_name: plan.name,
    paid_at: at,
    period_start: periodStart,
    period_end: periodEnd,
    payment_intent_id: paymentIntentId,
    refunded: false,
  });
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one short case for each event type.
function projectMembership(event: MembershipRecord, write: Writer): void {
  const { membershipId, memberId, subscriptionId, at } = event.data;
  const latest = { revision: event.revision.toString(), updated_at: at };
  const change = (values: PatchOf<typeof memberships>) =>
    write.patch(memberships, { id: membershipId }, { ...values, ...latest });
  switch (event.type) {
    case 'MembershipStarted':
      write.put(memberships, {
        id: membershipId,
        user_id: memberId,
        stripe_subscription_id: subscriptionId,
        start_date: event.data.periodStart,
        cancel_at_period_end: false,
        pause_from: null,
        pause_until: null,
        ends_at: null,
        ...toPeriodColumns(event),
        ...toPlanColumns(event.data.plan),
        ...noPlanChange,
        ...latest,
        created_at: at,
      });
      putPayment(event, write);
      break;
    case 'MembershipRenewed':
      // A change that was planned is over with it, or still ahead: the queries compare.
      change({ ...toPeriodColumns(event), ...toPlanColumns(event.data.plan) });
      putPayment(event, write);
      break;
    case 'MembershipPlanUpgraded': {
      const { plan, lotId } = event.data;
      const columns = { monthly_passes: plan.passes, upgrade_lot_id: lotId };
      change({ ...columns, ...toPlanColumns(plan), ...noPlanChange });
      putPayment(event, write);
      break;
    }
    case 'MembershipPriceChangeAnnounced': {
      const { planId, pricePence, effectiveFrom } = event.data;
      change({
        announced_plan_id: planId,
        announced_price_pence: pricePence,
        announced_from: effectiveFrom,
      });
      break;
    }
    case 'MembershipPlanChangeScheduled': {
      const { planId, version, name, pricePence, passes, interval } = event.data.plan;
      change({
        next_plan_id: planId,
        next_plan_version: version,
        next_plan_name: name,
        next_price_pence: pricePence,
        next_passes: passes,
        next_interval: interval,
      });
      break;
    }
    case 'MembershipPlanChangeWithdrawn':
      change({ next_plan_id: null, next_plan_version: null });
      break;
    case 'MembershipPaymentFailed': {
      const { invoiceId, attempt, nextAttemptAt } = event.data;
      const failure = { open_invoice_id: invoiceId, attempt, next_attempt_at: nextAttemptAt };
      change({ status: 'past_due', unpaid_until: null, ...failure });
      break;
    }
    case 'MembershipInvoiceVoided': {
      const noFailure = { open_invoice_id: null, attempt: 0, next_attempt_at: null };
      const { periodEnd } = event.data;
      change({ unpaid_until: periodEnd, ...remindOfCharge(periodEnd), ...noFailure });
      break;
    }
    case 'MembershipCancellationScheduled':
      change({ cancel_at_period_end: true, ends_at: event.data.endsAt });
      break;
    case 'MembershipCancellationWithdrawn':
      change({ cancel_at_period_end: false, ends_at: null });
      break;
    case 'MembershipPausePlanned': {
      const { from, until } = event.data;
      change({ pause_from: from, pause_until: until, ...remindOfCharge(until) });
      break;
    }
    case 'MembershipPauseWithdrawn':
      change({ pause_from: null, pause_until: null, ...remindOfCharge(event.data.from) });
      break;
    case 'MembershipPaused':
      change({ status: 'paused' });
      break;
    case 'MembershipResumed':
      change({ status: 'active', pause_from: null, pause_until: null });
      break;
    case 'MembershipEnded':
      change({
        status: 'ended',
        pause_from: null,
        pause_until: null,
        ended_at: at,
        unpaid_until: null,
        open_invoice_id: null,
        next_attempt_at: null,
      });
      break;
    case 'MembershipTermsAccepted':
    case 'MembershipStartRequested':
      change({});
      break;
    case 'MembershipRefused':
      // The event is about a second subscription; the row's own one continues.
      change({});
      write.put(membershipPayments, {
        invoice_id: event.data.invoiceId,
        membership_id: membershipId,
        member_id: memberId,
        amount_pence: event.data.amountPence,
        plan_name: (event.data.plan ?? firstPlanTerms).name,
        paid_at: at,
        refunded: true,
      });
      break;
    case 'MembershipMoneyReturned':
      change({});
      break;
  }
  // Pages with the wallet also show the membership's passes and booking rights.
  write.changed({ kind: 'member', memberId, what: 'wallet' });
}

/** Follows the passes of the period's lot and of its upgrade; other lots match no row. */
function projectPasses(event: WalletRecord, write: Writer): void {
  const { passes, from, to } = getWalletMove(event);
  const delta = (to === 'available' ? passes : 0) - (from === 'available' ? passes : 0);
  if (delta === 0) return;
  const { lotId } = event.data;
  for (const column of ['lot_id', 'upgrade_lot_id'] as const)
    write.addWhere(memberships, { column, is: lotId }, { remaining_passes: delta });
}

function project(event: StudioRecord, write: Writer): void {
  if (event.type === 'MemberRecordsRemoved') {
    write.removeAll(memberships, { column: 'user_id', is: event.data.memberId });
    write.removeAll(membershipPayments, { column: 'member_id', is: event.data.memberId });
  }
  if (isMembershipRecord(event)) projectMembership(event, write);
  if (isWalletRecord(event)) projectPasses(event, write);
}

export const membershipsProjection: Projection = {
  name: 'memberships',
  version: 7,
  tables: [memberships, membershipPayments],
  project,
};
