import {
  followSubscription,
  isSecondSubscription,
  listInvoicesToVoid,
  type SubscriptionSnapshot,
} from '#domain/membership/decide.ts';
import { type Membership, type MembershipState, membershipDecider } from '#domain/membership/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { type AppendResult, pickLaterPosition } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { retryStaleAnswers, StaleAnswer } from '../payment/retry-stale-answers.ts';
import { stepContext } from '../step-context.ts';
import { alignPlan } from './align-plan.ts';
import { grantPeriods } from './grant-periods.ts';
import { readSubscription, readSubscriptionOwner } from './read-subscription.ts';
import { type RefuseSecondDeps, refuseSecond } from './refuse-second.ts';
import { type SettleMembershipRefundDeps, settleMembershipRefund } from './settle-membership-refund.ts';

export type SettleMembershipDeps = RefuseSecondDeps & SettleMembershipRefundDeps;

export interface MembershipResult extends AppendResult {
  readonly memberId: string;
  readonly state: MembershipState;
  /** The state of this one subscription. */
  readonly outcome: 'running' | 'over' | 'not_paid' | 'refused';
}

function outcomeOf(
  { membership, refused }: MembershipState,
  subscriptionId: string,
): MembershipResult['outcome'] {
  if (refused.has(subscriptionId)) return 'refused';
  if (membership?.subscriptionId !== subscriptionId) return 'not_paid';
  return membership.status === 'ended' ? 'over' : 'running';
}

/** Grants what was paid for. Refunds before the grant found no lot to revoke from, so they are settled once more. */
async function grant(
  deps: SettleMembershipDeps,
  membership: Membership,
  context: CommandContext,
): Promise<bigint | null> {
  const { paymentIntentIds, position } = await grantPeriods(deps, membership, context);
  let last = position;
  for (const paymentIntentId of paymentIntentIds) {
    const taken = await settleMembershipRefund(deps, { paymentIntentId }, context);
    last = pickLaterPosition(last, taken.position);
  }
  return last;
}

/** Reads a subscription from Stripe, and first voids the invoices that its cancellation leaves to pay. */
async function readWithoutUnwantedInvoices(
  deps: SettleMembershipDeps,
  subscriptionId: string,
  owner: { memberId: string; membershipId: number },
): Promise<SubscriptionSnapshot> {
  const subscription = await readSubscription(deps, subscriptionId, owner);
  const unwanted = listInvoicesToVoid(subscription);
  if (unwanted.length === 0) return subscription;
  for (const invoiceId of unwanted) await deps.subscriptions.voidInvoice(invoiceId);
  return readSubscription(deps, subscriptionId, owner);
}

async function settleOnce(
  deps: SettleMembershipDeps,
  subscriptionId: string,
  context: CommandContext,
): Promise<MembershipResult> {
  // The stream is read before the call to Stripe, and must be unchanged when its answer is appended.
  const owner = await readSubscriptionOwner(deps, subscriptionId);
  const { memberId, membershipId } = owner;
  const { state: known } = await deps.deciders.load(membershipDecider, String(membershipId));
  const subscription = await readWithoutUnwantedInvoices(deps, subscriptionId, owner);
  const step = stepContext(context, subscriptionId, 'follow', known.eventCount);
  const followed = await deps.deciders.handle(membershipDecider, String(membershipId), step, (state) => {
    if (state.eventCount !== known.eventCount) throw new StaleAnswer();
    return followSubscription(state, { subscription, now: context.now });
  });
  const { membership } = followed.state;
  if (isSecondSubscription(followed.state, subscription) && subscription.paid.length > 0) {
    const position = await refuseSecond(deps, subscription, context);
    return { memberId, state: followed.state, outcome: 'refused', position };
  }
  const granted = membership === null ? null : await grant(deps, membership, context);
  // Last, so that no refusal by Stripe keeps the passes back that were paid for.
  await alignPlan(deps, followed.state, subscription);
  return {
    memberId,
    state: followed.state,
    outcome: outcomeOf(followed.state, subscriptionId),
    position: pickLaterPosition(followed.position, granted),
  };
}

/**
 * Brings a membership into agreement with a subscription at Stripe: started, renewed, unpaid, cancelled or ended,
 * with its passes granted. The subscription gets the plan and price of its next period. A second subscription is
 * undone, and unpaid invoices of a cancelled one are voided. Convergent: any number of callers, in any order, end in
 * the same state.
 * @throws Refusal MEMBERSHIP_NOT_FOUND; PaymentsUnavailable
 */
export const settleMembership = defineCommand(
  'settle-membership',
  async (
    deps: SettleMembershipDeps,
    { subscriptionId }: { subscriptionId: string },
    context,
  ): Promise<MembershipResult> =>
    retryStaleAnswers(`The membership of ${subscriptionId}`, () => settleOnce(deps, subscriptionId, context)),
);
