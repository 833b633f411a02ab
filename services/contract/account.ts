import { z } from 'zod';
import { addressFault } from './address-fault.ts';
import { signInBody, signUpBody } from './auth.ts';
import { commandAnswer } from './errors.ts';
import { currentPassword, isSamePassword, memberPassword } from './password.ts';
import { incompleteLink, instant } from './values.ts';

const { name, phone, dateOfBirth } = signUpBody.shape;
const { medicationDetails, injuryDetails, painfulMovementDetails } = signUpBody.shape;

/** POST /api/auth/forgot-password: answers the same whether or not an account has the address. */
export const forgotPasswordBody = signInBody.pick({ email: true });
export type ForgotPasswordBody = z.infer<typeof forgotPasswordBody>;

/** POST /api/auth/reset-password, with the token of the link. Every session of the member ends. */
export const resetPasswordBody = z.object({
  token: z.string().min(1, 'The reset token is missing.').max(200, incompleteLink),
  password: memberPassword,
});
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

/** The form of a password reset. */
export const newPasswordForm = z
  .object({ password: memberPassword, confirmation: memberPassword })
  .refine((form) => isSamePassword(form.password, form.confirmation), {
    path: ['confirmation'],
    message: "Passwords don't match",
  });
export type NewPasswordForm = z.infer<typeof newPasswordForm>;

/** PUT /api/user/profile */
export const profileBody = z.object({ name, phone, dateOfBirth });
export type ProfileBody = z.infer<typeof profileBody>;

/**
 * PUT /api/user/health: replaces all answers; a detail counts only if its question is answered with yes. `healthConsent: false` stores
 * none and withdraws the consent.
 */
export const healthBody = z.object({
  onMedication: z.boolean(),
  medicationDetails,
  hasInjuries: z.boolean(),
  injuryDetails,
  isPregnantOrPostpartum: z.boolean(),
  painfulMovements: z.boolean(),
  painfulMovementDetails,
  okWithHandsOnCorrections: z.boolean(),
  healthConsent: signUpBody.shape.healthConsent,
});
export type HealthBody = z.infer<typeof healthBody>;

const profile = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  dateOfBirth: z.string().nullable(),
  memberSince: instant,
  addressFault: addressFault.nullable().describe('Why mail to the address does not arrive'),
});

const healthAnswers = z.object({
  onMedication: z.boolean(),
  medicationDetails: z.string().nullable(),
  hasInjuries: z.boolean(),
  injuryDetails: z.string().nullable(),
  isPregnantOrPostpartum: z.boolean(),
  painfulMovements: z.boolean(),
  painfulMovementDetails: z.string().nullable(),
  okWithHandsOnCorrections: z.boolean(),
});

/** GET /api/user/profile, and the answer to PUT of the profile and of the health answers. */
export const profileAnswer = commandAnswer.extend({
  profile,
  health: healthAnswers,
  hasAnsweredHealth: z.boolean().describe('Otherwise `health` has what counts until then'),
});
export type ProfileAnswer = z.infer<typeof profileAnswer>;

/** PUT /api/user/password: all other sessions of the member end. */
export const changePasswordBody = z.object({
  currentPassword,
  newPassword: memberPassword,
});
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

/** POST /api/user/email: answers the same whether or not another account has the address. */
export const changeEmailBody = z.object({
  newEmail: signInBody.shape.email,
  currentPassword,
});
export type ChangeEmailBody = z.infer<typeof changeEmailBody>;

/** A token that names its member, as the links of newsletters have. */
export const signedToken = z.string().regex(/^[A-Za-z0-9_.-]{10,400}$/, 'Use the link of the email');

const linkToken = z.string().min(1, incompleteLink).max(200, incompleteLink);

/**
 * POST /api/auth/confirm-email, with the token of the link that was sent to the new address. Every session of the member ends, except
 * the one it is sent with.
 */
export const confirmEmailBody = z.object({ token: linkToken });
export type ConfirmEmailBody = z.infer<typeof confirmEmailBody>;

/**
 * POST /api/auth/cancel-email-change, with the token of the link that was sent to the current address. Every session, link and feed of
 * the member ends.
 */
export const cancelEmailChangeBody = z.object({ token: linkToken });

/** POST /api/auth/verify-email, with the token of the link in the welcome. Repeating it changes nothing. */
export const verifyEmailBody = z.object({ token: signedToken });
export type VerifyEmailBody = z.infer<typeof verifyEmailBody>;

/** DELETE /api/user */
export const eraseBody = z.object({ password: currentPassword });
export type EraseBody = z.infer<typeof eraseBody>;
