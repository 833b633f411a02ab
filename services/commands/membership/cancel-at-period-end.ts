import {
  getCurrentPeriod,
  getRunningEnd,
  requireMembership,
  requireRunning,
} from '#domain/membership/decide.ts';
import { type Membership, membershipDecider } from '#domain/membership/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { isLapsed } from '#domain/wallet/state.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { PaymentStateConflict } from '#infra/payments/errors.ts';
import type { AppendResult } from '../append-result.ts';
import { stepContext } from '../step-context.ts';
import { type SettleMembershipDeps, settleMembership } from './settle-membership.ts';

export interface MembershipRef {
  readonly membershipId: number;
  /** The calling member; null for staff, who may change any membership. */
  readonly memberId: string | null;
}

export interface PeriodEnd {
  /** When the membership ends or renews, ISO. */
  readonly periodEnd: string;
  /** Passes of the paid period that can still be used. */
  readonly remainingPasses: number;
}

/** Counts the passes of the paid period that can still be used. */
export async function countPassesLeft(
  { deciders }: Pick<SettleMembershipDeps, 'deciders'>,
  membership: Membership,
  now: Date,
): Promise<number> {
  const { lotId, periodEnd } = getCurrentPeriod(membership);
  const upgrades = membership.upgrades.filter((upgrade) => upgrade.periodEnd === periodEnd);
  const lotIds = new Set([lotId, ...upgrades.map((upgrade) => upgrade.lotId)]);
  const wallet = await deciders.load(walletDecider, membership.memberId);
  return [...wallet.state.lots.values()]
    .filter((lot) => lotIds.has(lot.lotId) && !isLapsed(lot, now))
    .reduce((passes, lot) => passes + lot.available, 0);
}

/** Sets at Stripe whether the subscription ends with its period, and appends what follows from that. */
export async function setCancelAtPeriodEnd(
  deps: SettleMembershipDeps,
  { membershipId, memberId }: MembershipRef,
  cancel: boolean,
  context: CommandContext,
): Promise<PeriodEnd & AppendResult> {
  const before = await deps.deciders.load(membershipDecider, String(membershipId));
  const { subscriptionId } = requireRunning(before.state, memberId);
  const hasEnded = await setAtStripe(deps, subscriptionId, cancel, context);
  const { state, position } = await settleMembership(
    deps,
    { subscriptionId },
    stepContext(context, subscriptionId, 'settle'),
  );
  const membership = requireMembership(state, memberId);
  if (hasEnded) throw new Refusal('MEMBERSHIP_NOT_ACTIVE', { status: membership.status });
  const remainingPasses = await countPassesLeft(deps, membership, context.now);
  return {
    periodEnd: membership.endsAt ?? (await readNextCharge(deps, membership)),
    remainingPasses,
    position,
  };
}

/** Returns whether the subscription had ended before, so that nothing was set. */
async function setAtStripe(
  { subscriptions }: SettleMembershipDeps,
  subscriptionId: string,
  cancel: boolean,
  context: CommandContext,
): Promise<boolean> {
  try {
    await subscriptions.setCancelAtPeriodEnd(subscriptionId, cancel, `cancel/${context.commandId}`);
    return false;
  } catch (error) {
    if (error instanceof PaymentStateConflict) return true;
    throw error;
  }
}

/** When the next charge is, after a pause; as `readPeriodEnd` without one. */
export const readNextCharge = async (
  deps: Pick<SettleMembershipDeps, 'subscriptions'>,
  membership: Membership,
): Promise<string> => membership.pause?.until ?? (await readPeriodEnd(deps, membership));

/**
 * When the period that runs at Stripe ends. While a renewal is unpaid, that is a month after the last paid period, and
 * no event has it.
 */
export async function readPeriodEnd(
  { subscriptions }: Pick<SettleMembershipDeps, 'subscriptions'>,
  membership: Membership,
): Promise<string> {
  if (membership.status !== 'past_due') return getRunningEnd(membership);
  return (await subscriptions.readSubscription(membership.subscriptionId)).currentPeriodEnd.toISOString();
}
