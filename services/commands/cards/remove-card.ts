import { Refusal } from '#domain/refusal.ts';
import type { SavedCards } from '#infra/payments/saved-cards.ts';
import { defineCommand } from '../define-command.ts';
import { type ReadCardsDeps, readCards } from './read-cards.ts';

interface RemoveCardDeps extends ReadCardsDeps {
  readonly payments: Pick<SavedCards, 'listCards' | 'removeCard'>;
}

/**
 * Removes a member's card at Stripe, however often it was saved.
 * @throws Refusal CARD_NOT_FOUND (also for another member's); PaymentsUnavailable
 */
export const removeCard = defineCommand(
  'remove-card',
  async (
    deps: RemoveCardDeps,
    { memberId, cardId }: { memberId: string; cardId: string },
    _context,
  ): Promise<void> => {
    const cards = await readCards(deps, memberId);
    const card = cards.find(({ id }) => id === cardId);
    if (card === undefined) throw new Refusal('CARD_NOT_FOUND');
    const isSameCard = ({ id, fingerprint }: typeof card) =>
      id === cardId || (fingerprint !== null && fingerprint === card.fingerprint);
    for (const { id } of cards.filter(isSameCard)) await deps.payments.removeCard(id);
  },
);
