import { z } from 'zod';
import { commandAnswer } from './errors.ts';

export const savedCard = z.object({
  id: z.string(),
  brand: z.string().describe('As Stripe names it, such as "visa"'),
  last4: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
});
export type SavedCardAnswer = z.infer<typeof savedCard>;

/** GET /api/user/cards: the cards that Stripe keeps for the member, newest first. */
export const savedCardsAnswer = commandAnswer.extend({ cards: z.array(savedCard) });
export type SavedCardsAnswer = z.infer<typeof savedCardsAnswer>;

/** DELETE /api/user/cards/{id} */
export const cardParams = z.object({
  id: z.string().regex(/^pm_[A-Za-z0-9_]{1,250}$/, 'Use the id of a card'),
});
