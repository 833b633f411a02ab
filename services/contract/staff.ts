import { z } from 'zod';
import { signInBody, signUpBody } from './auth.ts';
import { commandAnswer } from './errors.ts';
import { expectedStaff } from './expected-facts.ts';
import { currentPassword, isSamePassword, staffPassword } from './password.ts';
import { incompleteLink, instant } from './values.ts';

export const staffRoles = ['admin', 'instructor', 'auditor'] as const;
export type StaffRole = (typeof staffRoles)[number];
const role = z.enum(staffRoles);

/** A code of an authenticator app, or a recovery code. */
export const secondFactorCode = z
  .string()
  .trim()
  .min(6, 'Please enter the code')
  .max(40, 'Please enter the code');

/** The credentials of a staff account; `code` for one with a second factor. */
export const staffAccountBody = z.object({
  email: signInBody.shape.email,
  password: currentPassword,
  code: secondFactorCode.optional(),
});

/** POST /api/staff/session: with a role's shared password, or with an account. */
export const staffSessionBody = z.union([z.object({ role, password: currentPassword }), staffAccountBody]);
export type StaffSessionBody = z.infer<typeof staffSessionBody>;

const person = {
  role,
  name: z.string().nullable().describe('Null for who came in by a shared password'),
  staffId: z.string().nullable().describe('Null for who came in by a shared password'),
};

const needsSecondFactor = z
  .boolean()
  .describe('Whether the session may only set up a second factor, because the studio requires one of admins');

/** The answer to signing in and to joining. */
export const staffSessionAnswer = commandAnswer.extend({ token: z.string(), ...person, needsSecondFactor });
export type StaffSessionAnswer = z.infer<typeof staffSessionAnswer>;

/** GET /api/staff/gate: what a sign-in form offers before anyone has signed in. */
export const staffGateAnswer = z.object({
  success: z.literal(true),
  sharedPasswords: z.array(role).describe('The roles whose shared password opens a session'),
});
export type StaffGateAnswer = z.infer<typeof staffGateAnswer>;

/** GET /api/staff/session */
export const currentStaffAnswer = z.object({
  success: z.literal(true),
  ...person,
  email: z.string().nullable(),
  needsSecondFactor,
});

/** POST /api/staff/invitation: reads the invitation of a link before it is accepted. */
export const invitationBody = z.object({
  token: z.string().min(1, incompleteLink).max(200, incompleteLink),
});
export const invitationAnswer = z.object({ success: z.literal(true), email: z.string(), role });
export type InvitationAnswer = z.infer<typeof invitationAnswer>;

const name = signUpBody.shape.name;

/** POST /api/staff/join, with the token of the link. */
export const joinBody = z.object({ token: invitationBody.shape.token, name, password: staffPassword });

/** The form of the join page. */
export const joinForm = z
  .object({ name, password: staffPassword, confirmation: z.string() })
  .refine((form) => isSamePassword(form.password, form.confirmation), {
    path: ['confirmation'],
    message: "Passwords don't match",
  });

/** POST /api/staff/password/forgot: answers the same whether or not an account has the address. */
export const forgotStaffPasswordBody = z.object({ email: signInBody.shape.email });

/** POST /api/staff/password/reset, with the token of the link. Every session of the account ends. */
export const resetStaffPasswordBody = z.object({
  token: invitationBody.shape.token,
  password: staffPassword,
});

/** The form of a new staff password. */
export const newStaffPasswordForm = z
  .object({ password: staffPassword, confirmation: z.string() })
  .refine((form) => isSamePassword(form.password, form.confirmation), {
    path: ['confirmation'],
    message: "Passwords don't match",
  });

/** PUT /api/staff/password: all other sessions of the account end. */
export const staffPasswordBody = z.object({
  currentPassword,
  newPassword: staffPassword,
});
export type StaffPasswordBody = z.infer<typeof staffPasswordBody>;

/** GET /api/staff/second-factor: that of the signed-in account. */
export const secondFactorAnswer = z.object({
  success: z.literal(true),
  isOn: z.boolean(),
  recoveryCodesLeft: z.number().int(),
});
export type SecondFactorAnswer = z.infer<typeof secondFactorAnswer>;

/** POST /api/staff/second-factor/setup: begins to set up an authenticator app. */
export const secondFactorSetupBody = z.object({ password: currentPassword });
export const secondFactorSetupAnswer = z.object({
  success: z.literal(true),
  setupId: z.string(),
  secret: z.string().describe('To type into the app, in base32'),
  address: z.string().describe('To show as a QR code'),
});
export type SecondFactorSetupAnswer = z.infer<typeof secondFactorSetupAnswer>;

/** POST /api/staff/second-factor: completes it with a code of the app; all other sessions of the account end. */
export const secondFactorBody = z.object({
  setupId: z.uuid('Please start the set-up again'),
  code: secondFactorCode,
});
export const recoveryCodesAnswer = commandAnswer.extend({
  recoveryCodes: z.array(z.string()).describe('Shown this once'),
});
export type RecoveryCodesAnswer = z.infer<typeof recoveryCodesAnswer>;

/** POST /api/staff/second-factor/recovery-codes and /remove */
export const secondFactorProofBody = z.object({ password: currentPassword, code: secondFactorCode });
export type SecondFactorProofBody = z.infer<typeof secondFactorProofBody>;

/** POST /api/admin/staff */
export const inviteBody = z.object({ email: signInBody.shape.email, role });
export type InviteBody = z.infer<typeof inviteBody>;
export const inviteAnswer = commandAnswer.extend({ staffId: z.string() });

/** PUT /api/admin/staff/{id}/role */
export const roleBody = z.object({ role, expected: expectedStaff });

const byName = z.string().nullable().describe('Null for the shared password');
const staffAccount = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable().describe('Null until the person has joined'),
  role,
  status: z.enum(['invited', 'active', 'removed']),
  hasSecondFactor: z.boolean(),
  invitedAt: instant,
  hasEndedInvitation: z.boolean().describe('Invited, but the link no longer works: it must be sent again'),
  invitedBy: byName,
  joinedAt: instant.nullable(),
  removedAt: instant.nullable(),
  removedBy: byName,
  isYou: z.boolean(),
});
export type StaffAccount = z.infer<typeof staffAccount>;

/** GET /api/admin/staff */
export const staffAnswer = z.object({ success: z.literal(true), staff: z.array(staffAccount) });
export type StaffAnswer = z.infer<typeof staffAnswer>;

const attempt = z.object({
  id: z.string(),
  at: instant,
  door: z
    .enum([...staffRoles, 'account', 'account-password', 'second-factor'])
    .describe(
      'The role whose password was tried, or an account; account-password: a right one, and a code was asked for; second-factor: the code',
    ),
  succeeded: z.boolean(),
  name: z.string().nullable().describe('Whose account it was; null where no one is known'),
  from: z.string().describe('Tells the addresses apart that tries came from, without saying them'),
});
export type StaffSignIn = z.infer<typeof attempt>;

/** GET /api/admin/staff/attempts: the latest sign-in attempts, the newest first. */
export const attemptsAnswer = z.object({ success: z.literal(true), attempts: z.array(attempt) });
export type AttemptsAnswer = z.infer<typeof attemptsAnswer>;

const openSession = z.object({
  id: z.string(),
  role,
  name: z.string().nullable().describe('Of the account; null for a shared password'),
  openedAt: instant,
  lastUsedAt: instant.describe('To the minute'),
  from: z.string().describe('Tells networks apart, as in the sign-in attempts'),
  browser: z.string(),
  isThis: z.boolean().describe('The session of this request'),
});
export type StaffOpenSession = z.infer<typeof openSession>;

/** GET /api/admin/staff/sessions: where each of the staff is signed in, the latest used first. */
export const openSessionsAnswer = z.object({ success: z.literal(true), sessions: z.array(openSession) });
export type OpenSessionsAnswer = z.infer<typeof openSessionsAnswer>;
