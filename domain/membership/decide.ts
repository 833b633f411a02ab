import { endOfLondonDay, toLondonDay } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import { type Membership, type MembershipState, membershipDecider } from './decider.ts';
import type { MembershipEvent, PaidPeriod } from './events.ts';

/** Passes of a period (spec 000 section 9). */
const MONTHLY_PASSES = 12;

/** An invoice that was paid, as the payment provider has it. Instants are ISO. */
export interface PaidInvoice {
  readonly invoiceId: string;
  readonly paymentIntentId: string | null;
  readonly amountPence: number;
  readonly periodStart: string;
  readonly periodEnd: string;
}

/** A subscription as the payment provider has it now. */
export interface SubscriptionSnapshot {
  readonly membershipId: number;
  readonly memberId: string;
  readonly subscriptionId: string;
  readonly isOver: boolean;
  readonly cancelAtPeriodEnd: boolean;
  readonly currentPeriodEnd: string;
  /** The oldest first. */
  readonly paid: readonly PaidInvoice[];
  /** The open invoice whose card was refused, if any. */
  readonly failed: {
    readonly invoiceId: string;
    readonly attempt: number;
    readonly nextAttemptAt: string | null;
  } | null;
}

const isLive = (membership: Membership | null): membership is Membership =>
  membership !== null && membership.status !== 'ended';

/** @throws Refusal ALREADY_MEMBER while a membership runs */
export function assertNoMembership({ membership }: MembershipState): void {
  if (isLive(membership)) throw new Refusal('ALREADY_MEMBER');
}

/** @throws Refusal MEMBERSHIP_NOT_FOUND when there never was one, or it is another member's (null asks for anyone's) */
export function requireMembership({ membership }: MembershipState, memberId: string | null): Membership {
  if (membership === null || (memberId !== null && membership.memberId !== memberId))
    throw new Refusal('MEMBERSHIP_NOT_FOUND');
  return membership;
}

/** The period that was paid for last. */
export function getCurrentPeriod({ periods, membershipId }: Membership): PaidPeriod {
  const last = periods.at(-1);
  if (last === undefined) throw new Error(`Membership ${membershipId} has no period`);
  return last;
}

/** Whether a subscription was paid for, though its member has another that runs: it is to be undone. */
export function isSecondSubscription(
  { membership }: MembershipState,
  { subscriptionId }: SubscriptionSnapshot,
): boolean {
  return isLive(membership) && membership.subscriptionId !== subscriptionId;
}

/** The lot that an invoice grants: always the same one. */
export const getPeriodLotId = (invoiceId: string) => `lot-${invoiceId}`;

function periodOf({
  invoiceId,
  paymentIntentId,
  amountPence,
  periodStart,
  periodEnd,
}: PaidInvoice): PaidPeriod {
  return {
    invoiceId,
    paymentIntentId,
    amountPence,
    periodStart,
    periodEnd,
    passes: MONTHLY_PASSES,
    lotId: getPeriodLotId(invoiceId),
    expiresAt: endOfLondonDay(toLondonDay(new Date(periodEnd))).toISOString(),
  };
}

/** What happened to one subscription since it was last looked at, in the order in which it makes sense. */
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

  for (const invoice of paid) {
    if (current.invoices.has(invoice.invoiceId)) continue;
    const isFirst = current.membership?.subscriptionId !== subscriptionId;
    const data = { ...of, ...periodOf(invoice), at };
    add(isFirst ? { type: 'MembershipStarted', data } : { type: 'MembershipRenewed', data });
  }
  const known = current.membership;
  // A first payment that was refused starts nothing; the payment page asks for another card.
  if (known?.subscriptionId !== subscriptionId) return events;
  if (failed !== null && isNewFailure(known, failed)) {
    add({ type: 'MembershipPaymentFailed', data: { ...of, ...failed, at } });
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
    const reason = current.membership.status === 'past_due' ? 'unpaid' : 'cancelled';
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

/** Notes that a second subscription was undone and its money sent back. Once an invoice. */
export function refuseSubscription(
  state: MembershipState,
  { subscription, now }: { subscription: SubscriptionSnapshot; now: Date },
): MembershipEvent[] {
  const { membershipId, memberId, subscriptionId, paid } = subscription;
  return paid
    .filter(({ invoiceId }) => !state.invoices.has(invoiceId))
    .map(({ invoiceId, amountPence }) => ({
      type: 'MembershipRefused',
      data: { membershipId, memberId, subscriptionId, invoiceId, amountPence, at: now.toISOString() },
    }));
}

/** Notes what of an invoice's money is back with the payer; the same again adds nothing. */
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
