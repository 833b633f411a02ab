import { z } from 'zod';
import { instant } from './values.ts';

/** A once-only offer that a mailbox or card had before, with another account. It may be a couple with one card. */
export const repeatedOffer = z.object({
  id: z.string(),
  passName: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  at: instant,
  sharedBy: z.enum(['mailbox', 'card', 'both']).describe('What the two accounts have in common'),
  firstMemberId: z.string(),
  firstMemberName: z.string(),
  firstAt: instant,
});
export type RepeatedOffer = z.infer<typeof repeatedOffer>;

/** GET /api/admin/repeated-offers: the latest 500, the latest first. */
export const repeatedOffersAnswer = z.object({
  success: z.literal(true),
  offers: z.array(repeatedOffer),
});
export type RepeatedOffersAnswer = z.infer<typeof repeatedOffersAnswer>;
