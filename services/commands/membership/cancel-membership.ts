import { defineCommand } from '../define-command.ts';
import { type MembershipRef, setCancelAtPeriodEnd } from './cancel-at-period-end.ts';
import type { SettleMembershipDeps } from './settle-membership.ts';

/**
 * Ends a membership with its paid period. A repeated cancellation changes nothing.
 * @throws Refusal MEMBERSHIP_NOT_FOUND (also for another member's), MEMBERSHIP_NOT_ACTIVE; PaymentsUnavailable
 */
export const cancelMembership = defineCommand(
  'cancel-membership',
  async (deps: SettleMembershipDeps, ref: MembershipRef, context) =>
    setCancelAtPeriodEnd(deps, ref, true, context),
);
