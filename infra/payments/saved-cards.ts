import { translateErrors } from './errors.ts';
import type { Stripe } from './stripe-sdk.ts';

/** A card that Stripe keeps for a customer. */
export interface SavedCard {
  readonly id: string;
  /** Stripe's name of the brand, such as `visa`. */
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  /** The same for the same card number, however often it was saved. */
  readonly fingerprint: string | null;
}

/** The cards that Stripe keeps for its customers. Every call may throw PaymentsUnavailable. */
export interface SavedCards {
  /** Creates a customer without personal data; a repeated idempotency key creates one. */
  createCustomer(memberId: string, idempotencyKey: string): Promise<string>;
  /** Lists a customer's cards, newest first. */
  listCards(customerId: string): Promise<SavedCard[]>;
  /** Has Stripe forget a card; it cannot be used again. */
  removeCard(cardId: string): Promise<void>;
}

const toSavedCard = ({ id, card }: Stripe.PaymentMethod): SavedCard[] =>
  card === undefined
    ? []
    : [
        {
          id,
          brand: card.brand,
          last4: card.last4,
          expMonth: card.exp_month,
          expYear: card.exp_year,
          fingerprint: card.fingerprint ?? null,
        },
      ];

export const createSavedCards = (stripe: Stripe): SavedCards => ({
  createCustomer: (memberId, idempotencyKey) =>
    translateErrors(
      async () => (await stripe.customers.create({ metadata: { memberId } }, { idempotencyKey })).id,
    ),
  listCards: (customerId) =>
    translateErrors(async () => {
      const { data } = await stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 100 });
      return data.flatMap(toSavedCard);
    }),
  removeCard: (cardId) =>
    translateErrors(async () => {
      await stripe.paymentMethods.detach(cardId);
    }),
});
