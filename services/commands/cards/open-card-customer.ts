import { recordCardCustomer } from '#domain/member/decide-cards.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { SavedCards } from '#infra/payments/saved-cards.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

interface OpenCardCustomerDeps extends CommandDeps {
  readonly payments: Pick<SavedCards, 'createCustomer'>;
}

/**
 * Returns Stripe's customer that keeps a member's cards. Creates it the first time, and again when Stripe does not know it any more
 * (`missing`). The idempotency key is the member's, so that concurrent calls and repeats after a crash get one customer.
 * @throws PaymentsUnavailable
 */
export const openCardCustomer = defineCommand(
  'open-card-customer',
  async (
    { deciders, payments }: OpenCardCustomerDeps,
    { memberId, missing = null }: { memberId: string; missing?: string | null },
    context,
  ): Promise<string> => {
    const { state } = await deciders.load(memberDecider, memberId);
    if (state.cardCustomerId !== null && state.cardCustomerId !== missing) return state.cardCustomerId;
    const customerId = await payments.createCustomer(memberId, `card-customer/${memberId}/${missing ?? ''}`);
    const recorded = await deciders.handle(memberDecider, memberId, context, (current) =>
      recordCardCustomer(current, { memberId, customerId, missing, now: context.now }),
    );
    return recorded.state.cardCustomerId ?? customerId;
  },
);
