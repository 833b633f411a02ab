import { z } from 'zod';
import { currentPassword, memberPassword } from './password.ts';
import { emailText, linesText, personName, phoneText } from './text.ts';
import { incompleteLink, wallDate } from './values.ts';

const detail = linesText.max(2000, 'Please keep this under 2,000 characters').optional();

const keepSignedIn = z
  .boolean()
  .default(false)
  .describe('Stay signed in on this device, for longer with each visit');

/** POST /api/auth/signup; the messages are those of spec 000 section 5. */
export const signUpBody = z.object({
  name: personName(2, 'Name must be at least 2 characters'),
  email: emailText,
  phone: phoneText,
  password: memberPassword,
  dateOfBirth: z.union([wallDate, z.literal('')]).optional(),
  onMedication: z.boolean().default(false),
  medicationDetails: detail,
  hasInjuries: z.boolean().default(false),
  injuryDetails: detail,
  isPregnantOrPostpartum: z.boolean().default(false),
  painfulMovements: z.boolean().default(false),
  painfulMovementDetails: detail,
  okWithHandsOnCorrections: z.boolean().default(true),
  answersHealthLater: z
    .boolean('Say whether the health questions are answered later')
    .default(false)
    .describe(
      'Ignores the health answers of this form; the roster shows the member as not answered until they answer',
    ),
  healthConsent: z
    .boolean()
    .optional()
    .describe(
      'Explicit consent to the storing of the health answers: with false they are not stored; without this field, sending them counts as the consent',
    ),
  newsletter: z.boolean().default(true).describe('Added to the mailing list unless the member opts out'),
  keepSignedIn,
});
export type SignUpBody = z.infer<typeof signUpBody>;
export type SignUpForm = z.input<typeof signUpBody>;

/** POST /api/auth/signin */
export const signInBody = z.object({ email: emailText, password: currentPassword, keepSignedIn });
export type SignInBody = z.infer<typeof signInBody>;
export type SignInForm = z.input<typeof signInBody>;

/** POST /api/auth/email-code: answers the same whether or not an account has the address. */
export const emailCodeBody = signInBody.pick({ email: true });
export type EmailCodeBody = z.infer<typeof emailCodeBody>;

const wrongCode = 'Please enter the 6 digits of the email';

/** POST /api/auth/email-code/verify, with the code and the address it was sent to, or with the token of the link. */
export const verifyEmailCodeBody = z
  .object({
    email: emailText.optional(),
    code: z
      .string()
      .max(20, wrongCode)
      .transform((text) => text.replace(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, wrongCode))
      .optional(),
    token: z.string().min(1, incompleteLink).max(200, incompleteLink).optional(),
    keepSignedIn,
  })
  .refine(({ code, token }) => (code === undefined) !== (token === undefined), {
    path: ['code'],
    message: wrongCode,
  })
  .refine(({ email, token }) => (email === undefined) !== (token === undefined), {
    path: ['email'],
    message: 'Please enter the email address the code was sent to',
  });

/** The answer to sign-up and sign-in; the browser stores the token as `authToken`. */
export const tokenAnswer = z.object({
  success: z.literal(true),
  token: z.string(),
  pending: z.literal(true).optional(),
});
export type TokenAnswer = z.infer<typeof tokenAnswer>;

/** GET /api/auth/user */
export const userAnswer = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    phone: z.string(),
    passes: z.number().int().describe('Regular passes that can be used now'),
    hasUsedSignUpClass: z.boolean(),
    hasUsedNewUserDiscount: z.boolean(),
  }),
  token: z
    .string()
    .optional()
    .describe('Replaces the token of the request, once a day, where the member stays signed in'),
});
export type UserAnswer = z.infer<typeof userAnswer>;

/** GET /api/auth/credits */
export const creditsAnswer = z.object({ success: z.literal(true), credits: z.number().int() });
export type CreditsAnswer = z.infer<typeof creditsAnswer>;
