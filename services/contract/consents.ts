import { z } from 'zod';
import { signedToken } from './account.ts';
import { commandAnswer } from './errors.ts';

/** GET and PUT /api/user/consents: a member's consent to the newsletter. */
export const consentsBody = z.object({ newsletter: z.boolean() });
export type ConsentsBody = z.infer<typeof consentsBody>;
export const consentsAnswer = commandAnswer.extend({ newsletter: z.boolean() });
export type ConsentsAnswer = z.infer<typeof consentsAnswer>;

/** POST /unsubscribe: the token of the address in an email's header `List-Unsubscribe`. */
export const oneClickQuery = z.object({ token: signedToken });

/** POST /api/newsletter/unsubscribe: with the token of a newsletter's link, without signing in. */
export const unsubscribeBody = z.object({
  token: signedToken,
});
export type UnsubscribeBody = z.infer<typeof unsubscribeBody>;
