import { z } from 'zod';
import { signedToken } from './account.ts';
import { commandAnswer } from './errors.ts';

/** PUT /api/user/consents. The consent to `health` is given with the answers; withdrawing it removes them immediately. */
export const consentsBody = z
  .object({ newsletter: z.boolean().optional(), health: z.literal(false).optional() })
  .refine(({ newsletter, health }) => newsletter !== undefined || health !== undefined, {
    path: ['newsletter'],
    message: 'Say what to change',
  });
export type ConsentsBody = z.infer<typeof consentsBody>;
export const consentsAnswer = commandAnswer.extend({
  newsletter: z.boolean(),
  health: z.boolean().describe('Whether health answers are stored, which the member consented to'),
});
export type ConsentsAnswer = z.infer<typeof consentsAnswer>;

/** POST /unsubscribe: the token of the address in an email's header `List-Unsubscribe`. */
export const oneClickQuery = z.object({ token: signedToken });

/** POST /api/newsletter/unsubscribe: with the token of a newsletter's link, without signing in. */
export const unsubscribeBody = z.object({
  token: signedToken,
});
export type UnsubscribeBody = z.infer<typeof unsubscribeBody>;
