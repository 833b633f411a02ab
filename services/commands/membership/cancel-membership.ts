import { currentPeriod, membershipOf } from '#domain/membership/decide.ts';
import { type Membership, membershipDecider } from '#domain/membership/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { stepOf } from '../step-of.ts';
import type { Written } from '../written.ts';
import { type SettleMembershipDeps, settleMembership } from './settle-membership.ts';

export interface EndingMembership extends Written {
  /** When the period that was paid for ends, ISO. */
  readonly periodEnd: string;
  /** Passes of that period that can still be used. */
  readonly remainingPasses: number;
}

interface Asked {
  readonly membershipId: number;
  /** Who asks; null for staff, who may for anyone. */
  readonly memberId: string | null;
}

async function liveMembership(
  deps: SettleMembershipDeps,
  { membershipId, memberId }: Asked,
): Promise<Membership> {
  const { state } = await deps.deciders.load(membershipDecider, String(membershipId));
  const membership = membershipOf(state, memberId);
  if (membership.status !== 'active')
    throw new Refusal('MEMBERSHIP_NOT_ACTIVE', { status: membership.status });
  return membership;
}

/** The end of its period, and what can still be used until then. */
async function endOf(
  { deciders }: SettleMembershipDeps,
  membership: Membership,
): Promise<Omit<EndingMembership, 'position'>> {
  const { periodEnd, lotId } = currentPeriod(membership);
  const wallet = await deciders.load(walletDecider, membership.memberId);
  return { periodEnd, remainingPasses: wallet.state.lots.get(lotId)?.available ?? 0 };
}

async function setAtStripe(
  deps: SettleMembershipDeps,
  asked: Asked,
  cancel: boolean,
  context: CommandContext,
): Promise<EndingMembership> {
  const { subscriptionId } = await liveMembership(deps, asked);
  await deps.subscriptions.setCancelAtPeriodEnd(subscriptionId, cancel, `cancel/${context.commandId}`);
  const { state, position } = await settleMembership(
    deps,
    { subscriptionId },
    stepOf(context, subscriptionId, 'settle'),
  );
  return { ...(await endOf(deps, membershipOf(state, asked.memberId))), position };
}

/**
 * Has a membership end with the period that is paid for; again it changes nothing.
 * @throws Refusal MEMBERSHIP_NOT_FOUND (also for another member's), MEMBERSHIP_NOT_ACTIVE; PaymentsUnavailable
 */
export const cancelMembership = (deps: SettleMembershipDeps, asked: Asked, context: CommandContext) =>
  setAtStripe(deps, asked, true, context);

/** What `cancelMembership` would come to, asking nothing of Stripe and writing nothing. @throws Refusal as it does */
export async function previewCancellation(
  deps: SettleMembershipDeps,
  asked: Asked,
): Promise<Omit<EndingMembership, 'position'> & { memberId: string; endsAlready: boolean }> {
  const membership = await liveMembership(deps, asked);
  const { memberId, cancelAtPeriodEnd: endsAlready } = membership;
  return { ...(await endOf(deps, membership)), memberId, endsAlready };
}

/** Withdraws a cancellation while the period runs. @throws Refusal as `cancelMembership`; PaymentsUnavailable */
export const resumeMembership = (deps: SettleMembershipDeps, asked: Asked, context: CommandContext) =>
  setAtStripe(deps, asked, false, context);
