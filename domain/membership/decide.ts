import type { AcceptedTerms } from '../accepted-terms.ts';
import { endOfLondonDay, toLondonDay } from '../london-time.ts';
import type { PlanTerms } from '../plan/terms.ts';
import { Refusal } from '../refusal.ts';
import { type Membership, type MembershipState, membershipDecider } from './decider.ts';
import type { MembershipEvent, PaidPeriod } from './events.ts';
import { followPause, type PauseFacts } from './follow-pause.ts';
import { countUpgradePasses } from './upgrade-passes.ts';

/** When a cancelled membership ends: immediately, or with the period that runs at the payment provider. */
export type CancellationTime = 'now' | 'period_end';

/** A paid invoice, from the payment provider. Instants are ISO. */
export interface PaidInvoice {
  /** For a whole period, or for a larger plan within one. */
  readonly kind: 'period' | 'upgrade';
  readonly invoiceId: string;
  readonly paymentIntentId: string | null;
  readonly amountPence: number;
  /** The plan as it was charged. */
  readonly plan: PlanTerms;
  readonly periodStart: string;
  readonly periodEnd: string;
}

/** What the payer agreed to when the payment page was opened. */
export interface Agreement {
  readonly agreedAt: string;
  /** Whether the membership is to begin within the 14 days in which it can be cancelled. */
  readonly startsAtOnce: boolean;
  readonly terms: AcceptedTerms | null;
}

/** The current state of a subscription at the payment provider. */
export interface SubscriptionSnapshot extends PauseFacts {
  readonly membershipId: number;
  readonly memberId: string;
  readonly subscriptionId: string;
  readonly isOver: boolean;
  /** Whether its end was requested, here or at the provider; false when unpaid invoices ended it. */
  readonly isCancelled: boolean;
  readonly cancelAtPeriodEnd: boolean;
  /** What the next period is charged for, as it is at the provider. */
  readonly nextPlan: PlanTerms;
  /** null for one that was opened without. */
  readonly agreement: Agreement | null;
  /** Oldest first. */
  readonly paid: readonly PaidInvoice[];
  /** The open invoice whose card was refused, if any. */
  readonly failed: {
    readonly invoiceId: string;
    readonly attempt: number;
    readonly nextAttemptAt: string | null;
  } | null;
  /** Unpaid invoices that can still be paid, also those that are not tried again. */
  readonly payableInvoiceIds: readonly string[];
  readonly voidedInvoiceIds: readonly string[];
}

export const isLive = (membership: Membership | null): membership is Membership =>
  membership !== null && membership.status !== 'ended';

/** @throws Refusal ALREADY_MEMBER while a membership runs */
export function assertNoMembership({ membership }: MembershipState): void {
  if (isLive(membership)) throw new Refusal('ALREADY_MEMBER');
}

/**
 * Null as `memberId` accepts any member's.
 * @throws Refusal MEMBERSHIP_NOT_FOUND when it never started, or belongs to another member
 */
export function requireMembership({ membership }: MembershipState, memberId: string | null): Membership {
  if (membership === null || (memberId !== null && membership.memberId !== memberId))
    throw new Refusal('MEMBERSHIP_NOT_FOUND');
  return membership;
}

/**
 * A membership that a member or staff may cancel. A paid month is not paid back, so it can only end with its period.
 * @throws Refusal MEMBERSHIP_NOT_FOUND, MEMBERSHIP_NOT_ACTIVE when it has ended, MEMBERSHIP_PAID for an immediate end
 */
export function requireCancellable(
  state: MembershipState,
  { memberId, when }: { memberId: string | null; when: CancellationTime },
): Membership {
  const membership = requireRunning(state, memberId);
  if (when === 'now' && membership.status === 'active')
    throw new Refusal('MEMBERSHIP_PAID', { periodEnd: getCurrentPeriod(membership).periodEnd });
  return membership;
}

/** @throws Refusal MEMBERSHIP_NOT_FOUND, MEMBERSHIP_NOT_ACTIVE when it has ended */
export function requireRunning(state: MembershipState, memberId: string | null): Membership {
  const membership = requireMembership(state, memberId);
  if (membership.status === 'ended')
    throw new Refusal('MEMBERSHIP_NOT_ACTIVE', { status: membership.status });
  return membership;
}

/**
 * The invoices to void so that no member is charged after a cancellation. An unpaid renewal stays payable until its
 * subscription is cancelled.
 */
export function listInvoicesToVoid({
  isCancelled,
  isOver,
  cancelAtPeriodEnd,
  payableInvoiceIds,
}: SubscriptionSnapshot): readonly string[] {
  return cancelAtPeriodEnd || (isOver && isCancelled) ? payableInvoiceIds : [];
}

/** The latest paid period. */
export function getCurrentPeriod({ periods, membershipId }: Membership): PaidPeriod {
  const last = periods.at(-1);
  if (last === undefined) throw new Error(`Membership ${membershipId} has no period`);
  return last;
}

/** When the period that runs ends, paid or paused. */
export const getRunningEnd = (membership: Membership): string =>
  membership.status === 'paused' && membership.pause !== null
    ? membership.pause.until
    : getCurrentPeriod(membership).periodEnd;

/** Whether a subscription runs beside the membership's own and must be undone. */
export function isSecondSubscription(
  { membership }: MembershipState,
  { subscriptionId }: SubscriptionSnapshot,
): boolean {
  return isLive(membership) && membership.subscriptionId !== subscriptionId;
}

/** The id of the lot that an invoice grants. */
export const getPeriodLotId = (invoiceId: string) => `lot-${invoiceId}`;

function toPaidPeriod({
  invoiceId,
  paymentIntentId,
  amountPence,
  plan,
  periodStart,
  periodEnd,
}: PaidInvoice): PaidPeriod {
  return {
    invoiceId,
    paymentIntentId,
    amountPence,
    plan,
    periodStart,
    periodEnd,
    passes: plan.passes,
    lotId: getPeriodLotId(invoiceId),
    expiresAt: endOfLondonDay(toLondonDay(new Date(periodEnd))).toISOString(),
  };
}

/** The additional passes of a larger plan; null for a payment that changes nothing here. */
function toUpgrade(
  membership: Membership | null,
  subscriptionId: string,
  { invoiceId, paymentIntentId, amountPence, plan, periodStart }: PaidInvoice,
): PaidPeriod | null {
  if (!isLive(membership) || membership.subscriptionId !== subscriptionId) return null;
  const passes = countUpgradePasses(membership.plan, plan, amountPence);
  if (passes === 0) return null;
  const { periodEnd, expiresAt } = getCurrentPeriod(membership);
  const lotId = getPeriodLotId(invoiceId);
  return { invoiceId, paymentIntentId, amountPence, plan, periodStart, periodEnd, passes, lotId, expiresAt };
}

/** What a payer agreed to, as events. */
function toAgreementEvents(
  of: { membershipId: number; memberId: string; subscriptionId: string },
  agreement: Agreement | null,
): MembershipEvent[] {
  if (agreement === null) return [];
  const { agreedAt: at, startsAtOnce, terms } = agreement;
  return [
    ...(terms === null ? [] : [{ type: 'MembershipTermsAccepted' as const, data: { ...of, ...terms, at } }]),
    ...(startsAtOnce ? [{ type: 'MembershipStartRequested' as const, data: { ...of, at } }] : []),
  ];
}

/** The payments of a membership's first period, which can be cancelled within 14 days. */
export function listFirstSales({
  periods,
  upgrades,
}: Membership): readonly { readonly paymentIntentId: string; readonly lotId: string }[] {
  const [first] = periods;
  if (first === undefined) return [];
  return [first, ...upgrades.filter(({ periodEnd }) => periodEnd === first.periodEnd)].flatMap(
    ({ paymentIntentId, lotId }) => (paymentIntentId === null ? [] : [{ paymentIntentId, lotId }]),
  );
}

/** Derives the events of one subscription since the last call, in a sensible order. */
export function followSubscription(
  state: MembershipState,
  { subscription, now }: { subscription: SubscriptionSnapshot; now: Date },
): MembershipEvent[] {
  const { membershipId, memberId, subscriptionId, paid, failed } = subscription;
  if (isSecondSubscription(state, subscription) || state.refused.has(subscriptionId)) return [];
  const of = { membershipId, memberId, subscriptionId };
  const at = now.toISOString();
  const events: MembershipEvent[] = [];
  let current = state;
  const add = (event: MembershipEvent) => {
    events.push(event);
    current = membershipDecider.evolve(current, event);
  };

  // Before the payments, because the first one after a pause follows the end of the pause.
  const before = state.membership;
  if (isLive(before) && before.subscriptionId === subscriptionId)
    for (const event of followPause(before, state, subscription, at)) add(event);
  for (const invoice of paid) {
    if (current.invoices.has(invoice.invoiceId)) continue;
    if (invoice.kind === 'upgrade') {
      const upgrade = toUpgrade(current.membership, subscriptionId, invoice);
      if (upgrade !== null) add({ type: 'MembershipPlanUpgraded', data: { ...of, ...upgrade, at } });
      continue;
    }
    const isFirst = current.membership?.subscriptionId !== subscriptionId;
    const data = { ...of, ...toPaidPeriod(invoice), at };
    add(isFirst ? { type: 'MembershipStarted', data } : { type: 'MembershipRenewed', data });
    if (isFirst) for (const event of toAgreementEvents(of, subscription.agreement)) add(event);
  }
  const known = current.membership;
  // A refused first payment starts nothing; the payment page asks for another card.
  if (known?.subscriptionId !== subscriptionId) return events;
  if (failed !== null && isNewFailure(known, failed)) {
    add({ type: 'MembershipPaymentFailed', data: { ...of, ...failed, at } });
  }
  const unpaid = current.membership?.failure;
  if (isLive(current.membership) && unpaid && subscription.voidedInvoiceIds.includes(unpaid.invoiceId)) {
    const data = { ...of, invoiceId: unpaid.invoiceId, periodEnd: subscription.currentPeriodEnd, at };
    add({ type: 'MembershipInvoiceVoided', data });
  }
  if (known.status !== 'ended' && !subscription.isOver) {
    if (subscription.cancelAtPeriodEnd && !known.cancelAtPeriodEnd) {
      const data = { ...of, endsAt: subscription.currentPeriodEnd, at };
      add({ type: 'MembershipCancellationScheduled', data });
    }
    if (!subscription.cancelAtPeriodEnd && known.cancelAtPeriodEnd) {
      add({ type: 'MembershipCancellationWithdrawn', data: { ...of, at } });
    }
  }
  if (subscription.isOver && isLive(current.membership)) {
    const isUnpaid = current.membership.status === 'past_due' && !subscription.isCancelled;
    const reason = isUnpaid ? 'unpaid' : 'cancelled';
    add({ type: 'MembershipEnded', data: { ...of, reason, at } });
  }
  return events;
}

function isNewFailure(
  { failure, status }: Membership,
  failed: { invoiceId: string; attempt: number },
): boolean {
  if (status === 'ended') return false;
  return failure?.invoiceId !== failed.invoiceId || failed.attempt > failure.attempt;
}

/** Records that a second subscription was undone and refunded, once per invoice. */
export function refuseSubscription(
  state: MembershipState,
  { subscription, now }: { subscription: SubscriptionSnapshot; now: Date },
): MembershipEvent[] {
  const { membershipId, memberId, subscriptionId, paid } = subscription;
  return paid
    .filter(({ invoiceId }) => !state.invoices.has(invoiceId))
    .map(({ invoiceId, amountPence, plan }) => ({
      type: 'MembershipRefused',
      data: { membershipId, memberId, subscriptionId, invoiceId, amountPence, plan, at: now.toISOString() },
    }));
}

/** Records how much of an invoice's money went back. Appends nothing when the amount is unchanged. */
export function recordReturnedMoney(
  state: MembershipState,
  {
    returnedPence,
    now,
    ...sale
  }: {
    membershipId: number;
    memberId: string;
    subscriptionId: string;
    invoiceId: string;
    paymentIntentId: string;
    returnedPence: number;
    now: Date;
  },
): MembershipEvent[] {
  const changePence = returnedPence - (state.returned.get(sale.invoiceId) ?? 0);
  if (changePence === 0) return [];
  return [
    {
      type: 'MembershipMoneyReturned',
      data: { ...sale, returnedPence, changePence, at: now.toISOString() },
    },
  ];
}
