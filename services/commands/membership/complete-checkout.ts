import { Refusal } from '#domain/refusal.ts';
import { PaymentNotFound } from '#infra/payments/errors.ts';
import type { AppendResult } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { type SettleMembershipDeps, settleMembership } from './settle-membership.ts';

export interface CheckoutResult extends AppendResult {
  readonly outcome: 'active' | 'not_paid' | 'already_member';
}

/**
 * Settles a payment page for the member who returns from it; the webhook does the same without them.
 * @throws Refusal MEMBERSHIP_NOT_FOUND (also for another member's); PaymentsUnavailable
 */
export const completeCheckout = defineCommand(
  'complete-checkout',
  async (
    deps: SettleMembershipDeps,
    { sessionId, memberId }: { sessionId: string; memberId: string },
    context,
  ): Promise<CheckoutResult> => {
    const session = await readSession(deps, sessionId);
    if (session.memberId !== memberId) throw new Refusal('MEMBERSHIP_NOT_FOUND');
    if (session.subscriptionId === null) return { outcome: 'not_paid', position: null };
    const { outcome, position } = await settleMembership(
      deps,
      { subscriptionId: session.subscriptionId },
      context,
    );
    switch (outcome) {
      case 'running':
      case 'over':
        return { outcome: 'active', position };
      case 'refused':
        return { outcome: 'already_member', position };
      case 'not_paid':
        return { outcome: 'not_paid', position };
    }
  },
);

async function readSession({ subscriptions }: SettleMembershipDeps, sessionId: string) {
  try {
    return await subscriptions.readCheckoutSession(sessionId);
  } catch (error) {
    if (error instanceof PaymentNotFound) throw new Refusal('MEMBERSHIP_NOT_FOUND');
    throw error;
  }
}
