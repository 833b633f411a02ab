import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusal.ts';
import { normalisePassword, verifyPassword } from '#infra/crypto/passwords.ts';
import { secretsEqual } from '#infra/crypto/timing-safe-equal.ts';
import { forgetTry, settlePasswordStep, settleStaffTry } from '#infra/postgres/tables/password-tries.ts';
import { readActiveStaffByEmail, type StaffRow } from '#projections/read-models/staff/queries.ts';
import { acceptsSharedPasswords } from '../commands/staff/accepts-shared-passwords.ts';
import { hasStaffRole } from '../commands/staff/has-staff-role.ts';
import { isSecondFactorRequired } from '../commands/staff/is-second-factor-required.ts';
import { readSecondFactor } from '../commands/staff/read-second-factor.ts';
import { type StaffRole, type StaffSessionBody, staffRoles } from '../contract/staff.ts';
import { createCommandContext } from './command-context.ts';
import type { ApiDependencies } from './dependencies.ts';
import { HttpError, secondFactorNeeded, sharedPasswordsOff } from './http-error.ts';
import { beginPasswordAttempt, rememberBrowser, toDeviceOwner } from './password-attempts.ts';
import { describeRefusal } from './refusals.ts';
import { verifyCode } from './second-factor.ts';

interface SignedIn {
  readonly token: string;
  readonly role: StaffRole;
  readonly name: string | null;
  /** Null for a shared password. */
  readonly staffId: string | null;
  /** An admin without a second factor, while the studio requires one: the session may only set one up. */
  readonly needsSecondFactor: boolean;
}

const wrongPassword = () => new HttpError(401, 'WRONG_CREDENTIALS', 'Incorrect password');
const wrongCredentials = () =>
  new HttpError(401, 'WRONG_CREDENTIALS', 'Please check your email and password.');
const codeRequired = () =>
  new HttpError(
    401,
    'SECOND_FACTOR_REQUIRED',
    'Enter the code from your authenticator app, or a recovery code.',
  );
const wrongCode = () => new HttpError(401, 'WRONG_CODE', describeRefusal(new Refusal('WRONG_CODE')).error);

/** Converts the text of a read model to a role of the contract. */
export function toStaffRole(text: string): StaffRole {
  const role = staffRoles.find((known) => known === text);
  if (role === undefined) throw new Error(`${text} is not a staff role`);
  return role;
}

/** `epoch`: the credential epoch of the account's password and role. */
type Owner = Omit<SignedIn, 'token' | 'needsSecondFactor'> & { readonly epoch: number };
/** `wrongFor`: the account whose password was wrong, if the account exists. */
type CredentialCheck = Owner | { readonly wrongFor: string | null };

async function checkCredentials(
  { config }: Pick<ApiDependencies, 'config'>,
  body: StaffSessionBody,
  account: StaffRow | undefined,
): Promise<CredentialCheck> {
  if ('role' in body) {
    const shared = normalisePassword(config.staffPasswords[body.role]);
    const isRight = secretsEqual(normalisePassword(body.password), shared);
    return isRight ? { role: body.role, name: null, staffId: null, epoch: 1 } : { wrongFor: null };
  }
  // An unknown email takes as long and answers the same as a wrong password.
  const matches = await verifyPassword(account?.passwordHash ?? undefined, body.password);
  if (account === undefined || !matches) return { wrongFor: account?.id ?? null };
  const { role, name, id, epoch } = account;
  return { role: toStaffRole(role), name, staffId: id, epoch };
}

/**
 * The second step of signing in, for an account with a second factor; false for another. It is asked for only once the password
 * is right, and opens nothing by itself.
 * @throws HttpError 401 without a code or with a wrong one, 429 after too many wrong ones
 */
async function passSecondStep(
  deps: ApiDependencies,
  request: FastifyRequest,
  { attemptId, owner, code }: { attemptId: string; owner: Owner; code: string | undefined },
): Promise<boolean> {
  const { staffId, role } = owner;
  const factor = staffId === null ? null : await readSecondFactor(deps, staffId);
  if (staffId === null || factor === null) return false;
  if (code === undefined) {
    await settlePasswordStep(deps.pool, attemptId, staffId);
    throw codeRequired();
  }
  await forgetTry(deps.pool, attemptId);
  // The password identifies the actor, before there is a session.
  const actor = { kind: 'staff', role, staffId } as const;
  const context = { ...createCommandContext(request, deps.clock), actor };
  if (!(await verifyCode(deps, request, { staffId, code, opensSession: true, factor }, context)))
    throw wrongCode();
  return true;
}

/** Opens a session, unless the account was changed or removed in the meantime. */
async function openSession(
  deps: ApiDependencies,
  request: FastifyRequest,
  { role, staffId, epoch }: Owner,
  hasSecondFactor: boolean,
): Promise<string | null> {
  const { authentication } = deps;
  if (staffId === null) return authentication.signInStaff(request, { role });
  if (!(await hasStaffRole(deps, { staffId, role, epoch }))) return null;
  return authentication.signInStaff(request, { role, staffId, epoch, hasSecondFactor });
}

/**
 * Opens a staff session, by a role's shared password or by an account. Every attempt is recorded, as failed until its password
 * proves right. Logs and records contain neither names nor addresses.
 * @throws HttpError 401 for a wrong password and for a missing or wrong code, 403 for the admins' shared password while they need a
 * second factor, 429 with Retry-After while wrong ones slow it down
 */
export async function signInStaff(
  deps: ApiDependencies,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  body: StaffSessionBody,
): Promise<SignedIn> {
  const { pool, staffEmailHash, sharedPasswordMarks } = deps;
  if ('role' in body && !(await acceptsSharedPasswords(deps))) throw sharedPasswordsOff();
  // Before the password is checked, so that the answer reveals nothing about it.
  if ('role' in body && (await isSecondFactorRequired(deps, body.role))) throw secondFactorNeeded();
  /** A role's shared password, or an account. */
  const credential = 'role' in body ? body.role : 'account';
  const account = 'role' in body ? undefined : await readActiveStaffByEmail(pool, body.email);
  const accountOwner = account === undefined ? null : toDeviceOwner(account);
  const owner = 'role' in body ? { id: body.role, epoch: sharedPasswordMarks[body.role] } : accountOwner;
  const accountHash = 'role' in body ? null : staffEmailHash(body.email);
  const attemptId = await beginPasswordAttempt(deps, request, {
    credentialKind: credential,
    accountHash,
    owner,
  });
  const checked = await checkCredentials(deps, body, account);
  const code = 'role' in body ? undefined : body.code;
  const hasSecondFactor =
    !('wrongFor' in checked) && (await passSecondStep(deps, request, { attemptId, owner: checked, code }));
  const token = 'wrongFor' in checked ? null : await openSession(deps, request, checked, hasSecondFactor);
  const staffId = 'wrongFor' in checked ? checked.wrongFor : checked.staffId;
  await settleStaffTry(pool, attemptId, { succeeded: token !== null, staffId });
  if (token === null || 'wrongFor' in checked) {
    request.log.warn({ credential }, 'Staff sign-in failed: wrong password');
    throw credential === 'account' ? wrongCredentials() : wrongPassword();
  }
  if (owner !== null) await rememberBrowser(deps, request, reply, owner);
  const { role, name } = checked;
  request.log.info({ credential, role }, 'Staff session opened');
  const needsSecondFactor = !hasSecondFactor && (await isSecondFactorRequired(deps, role));
  return { token, role, name, staffId, needsSecondFactor };
}
