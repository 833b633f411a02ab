import { z } from 'zod';
import { signInBody, signUpBody } from './auth.ts';
import { commandAnswer } from './errors.ts';
import { currentPassword, staffPassword } from './password.ts';
import { instant } from './values.ts';

export const staffRoles = ['admin', 'instructor', 'auditor'] as const;
export type StaffRole = (typeof staffRoles)[number];
const role = z.enum(staffRoles);

/** The credentials of a staff account. */
export const staffAccountBody = z.object({
  email: signInBody.shape.email,
  password: currentPassword,
});

/** POST /api/staff/session: with a role's shared password, or with an account. */
export const staffSessionBody = z.union([z.object({ role, password: currentPassword }), staffAccountBody]);
export type StaffSessionBody = z.infer<typeof staffSessionBody>;

const person = {
  role,
  name: z.string().nullable().describe('Null for who came in by a shared password'),
  staffId: z.string().nullable().describe('Null for who came in by a shared password'),
};

/** The answer to signing in and to joining. */
export const staffSessionAnswer = commandAnswer.extend({ token: z.string(), ...person });
export type StaffSessionAnswer = z.infer<typeof staffSessionAnswer>;

/** GET /api/staff/session */
export const currentStaffAnswer = z.object({
  success: z.literal(true),
  ...person,
  email: z.string().nullable(),
});

/** POST /api/staff/invitation: reads the invitation of a link before it is accepted. */
export const invitationBody = z.object({ token: z.string().min(1).max(200) });
export const invitationAnswer = z.object({ success: z.literal(true), email: z.string(), role });
export type InvitationAnswer = z.infer<typeof invitationAnswer>;

const name = signUpBody.shape.name;

/** POST /api/staff/join, with the token of the link. */
export const joinBody = z.object({ token: invitationBody.shape.token, name, password: staffPassword });

/** The form of the join page. */
export const joinForm = z
  .object({ name, password: staffPassword, confirmation: z.string() })
  .refine((form) => form.password === form.confirmation, {
    path: ['confirmation'],
    message: "Passwords don't match",
  });

/** PUT /api/staff/password: all other sessions of the account end. */
export const staffPasswordBody = z.object({
  currentPassword,
  newPassword: staffPassword,
});
export type StaffPasswordBody = z.infer<typeof staffPasswordBody>;

/** POST /api/admin/staff */
export const inviteBody = z.object({ email: signInBody.shape.email, role });
export type InviteBody = z.infer<typeof inviteBody>;
export const inviteAnswer = commandAnswer.extend({ staffId: z.string() });

/** PUT /api/admin/staff/{id}/role */
export const roleBody = z.object({ role });

const byName = z.string().nullable().describe('Null for the shared password');
const staffAccount = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable().describe('Null until the person has joined'),
  role,
  status: z.enum(['invited', 'active', 'removed']),
  invitedAt: instant,
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
  door: z.enum([...staffRoles, 'account']).describe('The role whose password was tried, or an account'),
  succeeded: z.boolean(),
  name: z.string().nullable().describe('Whose account it was; null where no one is known'),
  from: z.string().describe('Tells the addresses apart that tries came from, without saying them'),
});
export type StaffSignIn = z.infer<typeof attempt>;

/** GET /api/admin/staff/attempts: the latest sign-in attempts, the newest first. */
export const attemptsAnswer = z.object({ success: z.literal(true), attempts: z.array(attempt) });
export type AttemptsAnswer = z.infer<typeof attemptsAnswer>;
