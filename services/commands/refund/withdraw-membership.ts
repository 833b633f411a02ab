import { listFirstSales, requireMembership } from '#domain/membership/decide.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { defineCommand } from '../define-command.ts';
import type { RefundDeps } from './read-sale.ts';
import { previewWithdraw, type Withdrawable, withdraw } from './withdraw.ts';

export interface OwnMembership {
  readonly membershipId: number;
  readonly memberId: string;
}

/** @throws Refusal MEMBERSHIP_NOT_FOUND (also for another member's); NOTHING_TO_WITHDRAW when nothing was charged */
async function findMembership(
  { deciders }: RefundDeps,
  { membershipId, memberId }: OwnMembership,
): Promise<Withdrawable> {
  const { state } = await deciders.load(membershipDecider, String(membershipId));
  const membership = requireMembership(state, memberId);
  const sales = listFirstSales(membership);
  if (sales.length === 0) throw new Refusal('NOTHING_TO_WITHDRAW');
  return { memberId, paidAt: new Date(membership.startedAt), sales };
}

/**
 * Calculates what cancelling a membership within 14 days gives back now.
 * @throws Refusal as `findMembership` and `previewWithdraw`
 */
export const previewMembershipWithdrawal = async (deps: RefundDeps, own: OwnMembership, now: Date) =>
  previewWithdraw(deps, await findMembership(deps, own), now);

/**
 * A member cancels a membership within 14 days: it ends immediately, and the price of its first period comes back, less the classes taken.
 * @throws Refusal as `findMembership` and `withdraw`
 */
export const withdrawMembership = defineCommand(
  'withdraw-membership',
  async (deps: RefundDeps, own: OwnMembership, context) =>
    withdraw(deps, await findMembership(deps, own), context),
);
