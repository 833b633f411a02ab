import { requireMembership } from '#domain/membership/decide.ts';
import { requirePausePlanned } from '#domain/membership/decide-pause.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { PaymentStateConflict } from '#infra/payments/errors.ts';
import { defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { type MembershipRef, readNextCharge } from './cancel-at-period-end.ts';
import { noPauseMetadata } from './pause-metadata.ts';
import { type SettleMembershipDeps, settleMembership } from './settle-membership.ts';

/**
 * Withdraws a pause that has not begun, so that the next period is charged. Stripe is first, as when it is planned.
 * @throws Refusal MEMBERSHIP_NOT_FOUND (also for another member's), MEMBERSHIP_NOT_ACTIVE, NO_PAUSE_PLANNED; PaymentsUnavailable
 */
export const withdrawPause = defineCommand(
  'withdraw-pause',
  async (deps: SettleMembershipDeps, { membershipId, memberId }: MembershipRef, context) => {
    const known = await deps.deciders.load(membershipDecider, String(membershipId));
    const { subscriptionId } = requirePausePlanned(known.state, memberId);
    const key = ['withdraw-pause', subscriptionId, known.state.eventCount].join('/');
    try {
      await deps.subscriptions.resumeCollection(subscriptionId, noPauseMetadata, key);
    } catch (error) {
      if (!(error instanceof PaymentStateConflict)) throw error;
    }
    const { state, position } = await settleMembership(
      deps,
      { subscriptionId },
      stepContext(context, subscriptionId, 'settle'),
    );
    const membership = requireMembership(state, memberId);
    if (membership.status === 'ended')
      throw new Refusal('MEMBERSHIP_NOT_ACTIVE', { status: membership.status });
    // The period began before Stripe was asked.
    if (membership.pause !== null) throw new Refusal('NO_PAUSE_PLANNED', { hasBegun: true });
    return { nextBillingDate: await readNextCharge(deps, membership), position };
  },
);
