import {
  type MembershipRef,
  type PeriodEnd,
  readPeriodEnd,
  requireActiveMembership,
} from './cancel-at-period-end.ts';
import type { SettleMembershipDeps } from './settle-membership.ts';

/** Describes the effect of `cancelMembership` without a call to Stripe and without appending. @throws Refusal as it does */
export async function previewCancellation(
  deps: SettleMembershipDeps,
  ref: MembershipRef,
): Promise<PeriodEnd & { memberId: string; endsAlready: boolean }> {
  const membership = await requireActiveMembership(deps, ref);
  const { memberId, cancelAtPeriodEnd: endsAlready } = membership;
  return { ...(await readPeriodEnd(deps, membership)), memberId, endsAlready };
}
