import { z } from 'zod';
import { commandAnswer } from './errors.ts';

/** GET and PUT /api/user/consents: a member's consent to the newsletter. */
export const consentsBody = z.object({ newsletter: z.boolean() });
export type ConsentsBody = z.infer<typeof consentsBody>;
export const consentsAnswer = commandAnswer.extend({ newsletter: z.boolean() });
export type ConsentsAnswer = z.infer<typeof consentsAnswer>;

/** POST /api/newsletter/unsubscribe: with the token of a newsletter's link, without signing in. */
export const unsubscribeBody = z.object({
  token: z.string().regex(/^[A-Za-z0-9_.-]{10,400}$/, 'Use the link of the email'),
});
export type UnsubscribeBody = z.infer<typeof unsubscribeBody>;
