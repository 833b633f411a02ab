import { defineCommand } from '../define-command.ts';
import { type MembershipRef, setCancelAtPeriodEnd } from './cancel-at-period-end.ts';
import type { SettleMembershipDeps } from './settle-membership.ts';

/** Withdraws a cancellation while the period runs. @throws Refusal as `cancelMembership`; PaymentsUnavailable */
export const resumeMembership = defineCommand(
  'resume-membership',
  async (deps: SettleMembershipDeps, ref: MembershipRef, context) =>
    setCancelAtPeriodEnd(deps, ref, false, context),
);
