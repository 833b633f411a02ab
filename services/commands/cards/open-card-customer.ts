import { recordCardCustomer } from '#domain/member/decide-cards.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { SavedCards } from '#infra/payments/saved-cards.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

interface OpenCardCustomerDeps extends CommandDeps {
  readonly payments: Pick<SavedCards, 'createCustomer'>;
}

/**
 * Returns Stripe's customer that keeps a member's cards, and creates it the first time. The idempotency key is the member's, so that
 * concurrent calls and repeats after a crash get one customer.
 * @throws PaymentsUnavailable
 */
export const openCardCustomer = defineCommand(
  'open-card-customer',
  async ({ deciders, payments }: OpenCardCustomerDeps, memberId: string, context): Promise<string> => {
    const { state } = await deciders.load(memberDecider, memberId);
    if (state.cardCustomerId !== null) return state.cardCustomerId;
    const customerId = await payments.createCustomer(memberId, `card-customer/${memberId}`);
    const recorded = await deciders.handle(memberDecider, memberId, context, (current) =>
      recordCardCustomer(current, { memberId, customerId, now: context.now }),
    );
    return recorded.state.cardCustomerId ?? customerId;
  },
);
