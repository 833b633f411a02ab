import type { FastifyRequest } from 'fastify';
import { verifyPassword } from '#infra/crypto/passwords.ts';
import { secretsEqual } from '#infra/crypto/timing-safe-equal.ts';
import { beginTry, settleStaffTry } from '#infra/postgres/tables/password-tries.ts';
import { activeStaffByEmail, staffById } from '#projections/read-models/staff/queries.ts';
import { hasStaffRole } from '../commands/staff/has-staff-role.ts';
import { type StaffRole, type StaffSessionBody, staffRoles } from '../contract/staff.ts';
import { clientNetwork } from './client-network.ts';
import type { ApiDependencies } from './dependencies.ts';
import { HttpError, tooManyWrongPasswords } from './http-error.ts';

interface SignedIn {
  readonly token: string;
  readonly role: StaffRole;
  readonly name: string | null;
  /** Null for a shared password. */
  readonly staffId: string | null;
}

const wrongPassword = () => new HttpError(401, 'WRONG_CREDENTIALS', 'Incorrect password');
const wrongCredentials = () =>
  new HttpError(401, 'WRONG_CREDENTIALS', 'Please check your email and password.');

/** A role of the contract; a read model holds text. */
export function toStaffRole(text: string): StaffRole {
  const role = staffRoles.find((known) => known === text);
  if (role === undefined) throw new Error(`${text} is no role of the staff`);
  return role;
}

type Owner = Omit<SignedIn, 'token'> & { readonly passwordHash: string | null };
type Found = Owner | { readonly wrongFor: string | null };

async function findOwner({ pool, config }: ApiDependencies, body: StaffSessionBody): Promise<Found> {
  if ('role' in body) {
    const isRight = secretsEqual(body.password, config.staffPasswords[body.role]);
    return isRight ? { role: body.role, name: null, staffId: null, passwordHash: null } : { wrongFor: null };
  }
  const account = await activeStaffByEmail(pool, body.email);
  // An unknown email takes as long and answers the same as a wrong password.
  const matches = await verifyPassword(account?.passwordHash ?? undefined, body.password);
  if (account === undefined || !matches) return { wrongFor: account?.id ?? null };
  const { role, name, id, passwordHash } = account;
  return { role: toStaffRole(role), name, staffId: id, passwordHash };
}

/** A session for who was found, unless the account was changed or removed in the meantime. */
async function openSession(
  deps: ApiDependencies,
  { role, staffId, passwordHash }: Owner,
): Promise<string | null> {
  const { authentication, pool } = deps;
  if (staffId === null) return authentication.signIn({ kind: 'staff', role });
  return authentication.signInWhile({ kind: 'staff', role, staffId }, async () => {
    const now = await staffById(pool, staffId);
    return now?.passwordHash === passwordHash && hasStaffRole(deps, { staffId, role });
  });
}

/**
 * Opens a staff session, by the password that a role shares or by an account. Every try is kept, as a failed one until its
 * password proves right; nothing that is logged or kept says who or from where.
 * @throws HttpError 401 for a wrong password, 429 with Retry-After while the address or the account is shut out
 */
export async function staffSignIn(
  deps: ApiDependencies,
  request: FastifyRequest,
  body: StaffSessionBody,
): Promise<SignedIn> {
  const { pool, config, clientHash, staffEmailHash } = deps;
  const door = 'role' in body ? body.role : 'account';
  const attempt = await beginTry(
    pool,
    {
      door,
      clientHash: clientHash(clientNetwork(request.ip)),
      accountHash: 'role' in body ? null : staffEmailHash(body.email),
    },
    { isLimited: config.rateLimits },
  );
  if ('shutForSeconds' in attempt) {
    request.log.warn({ door }, 'A staff door is shut after too many wrong passwords');
    throw tooManyWrongPasswords(attempt.shutForSeconds);
  }
  const found = await findOwner(deps, body);
  const token = 'wrongFor' in found ? null : await openSession(deps, found);
  const staffId = 'wrongFor' in found ? found.wrongFor : found.staffId;
  await settleStaffTry(pool, attempt.id, { succeeded: token !== null, staffId });
  if (token === null || 'wrongFor' in found) {
    request.log.warn({ door }, 'A wrong password at a staff door');
    throw door === 'account' ? wrongCredentials() : wrongPassword();
  }
  request.log.info({ door, role: found.role }, 'A staff session is open');
  const { role, name } = found;
  return { token, role, name, staffId };
}
