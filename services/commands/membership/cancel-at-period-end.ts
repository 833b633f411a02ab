import { getCurrentPeriod, requireMembership } from '#domain/membership/decide.ts';
import { type Membership, membershipDecider } from '#domain/membership/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { AppendResult } from '../append-result.ts';
import { stepContext } from '../step-context.ts';
import { type SettleMembershipDeps, settleMembership } from './settle-membership.ts';

export interface MembershipRef {
  readonly membershipId: number;
  /** The calling member; null for staff, who may change any membership. */
  readonly memberId: string | null;
}

export interface PeriodEnd {
  /** When the paid period ends, ISO. */
  readonly periodEnd: string;
  /** Passes of that period that can still be used. */
  readonly remainingPasses: number;
}

/** @throws Refusal MEMBERSHIP_NOT_FOUND (also for another member's), MEMBERSHIP_NOT_ACTIVE */
export async function requireActiveMembership(
  { deciders }: SettleMembershipDeps,
  { membershipId, memberId }: MembershipRef,
): Promise<Membership> {
  const { state } = await deciders.load(membershipDecider, String(membershipId));
  const membership = requireMembership(state, memberId);
  if (membership.status !== 'active')
    throw new Refusal('MEMBERSHIP_NOT_ACTIVE', { status: membership.status });
  return membership;
}

/** Reads when the current period ends and which of its passes are left. */
export async function readPeriodEnd(
  { deciders }: SettleMembershipDeps,
  membership: Membership,
): Promise<PeriodEnd> {
  const { periodEnd, lotId } = getCurrentPeriod(membership);
  const wallet = await deciders.load(walletDecider, membership.memberId);
  return { periodEnd, remainingPasses: wallet.state.lots.get(lotId)?.available ?? 0 };
}

/** Sets at Stripe whether the subscription ends with its period, and appends what follows from that. */
export async function setCancelAtPeriodEnd(
  deps: SettleMembershipDeps,
  ref: MembershipRef,
  cancel: boolean,
  context: CommandContext,
): Promise<PeriodEnd & AppendResult> {
  const { subscriptionId } = await requireActiveMembership(deps, ref);
  await deps.subscriptions.setCancelAtPeriodEnd(subscriptionId, cancel, `cancel/${context.commandId}`);
  const { state, position } = await settleMembership(
    deps,
    { subscriptionId },
    stepContext(context, subscriptionId, 'settle'),
  );
  return { ...(await readPeriodEnd(deps, requireMembership(state, ref.memberId))), position };
}
