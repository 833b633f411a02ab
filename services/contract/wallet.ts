import { z } from 'zod';
import { instant } from './values.ts';

/** One lot as My Passes shows it. */
export const userPass = z.object({
  id: z.string().describe('The lot'),
  passName: z.string(),
  passClasses: z.number().int(),
  passPrice: z.number().int().describe('Pence'),
  remaining: z.number().int().describe('0 once expired'),
  purchaseDate: instant,
  expiresAt: instant,
  state: z.enum(['active', 'expiring', 'expired']),
  daysLeft: z.number().int().describe('Whole days, London; 0 on the last day, negative once expired'),
});
export type UserPass = z.infer<typeof userPass>;

/** GET /api/user/passes answers a plain list. */
export const userPassesAnswer = z.array(userPass);
export type UserPassesAnswer = z.infer<typeof userPassesAnswer>;
