import type { SavedCards } from '#infra/payments/saved-cards.ts';
import { defineCommand } from '../define-command.ts';
import { type ReadCardsDeps, readCards } from './read-cards.ts';

export interface ForgetCardsDeps extends ReadCardsDeps {
  readonly payments: Pick<SavedCards, 'listCards' | 'removeCard'>;
}

/** Has Stripe forget all cards of an erased member. A repeated call changes nothing. @throws PaymentsUnavailable */
export const forgetCards = defineCommand(
  'forget-cards',
  async (deps: ForgetCardsDeps, memberId: string, _context): Promise<void> => {
    for (const { id } of await readCards(deps, memberId)) await deps.payments.removeCard(id);
  },
);
