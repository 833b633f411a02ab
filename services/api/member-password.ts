import type { Pool } from 'pg';
import { InvalidInput } from '#domain/refusal.ts';
import { verifyPassword } from '#infra/crypto/passwords.ts';
import { deleteTries, startTry } from '#infra/postgres/tables/password-tries.ts';
import { readUserById, type UserRow } from '#projections/read-models/members/queries.ts';
import type { ApiDependencies } from './dependencies.ts';
import { tooManyWrongPasswords, unauthenticated } from './http-error.ts';

type AttemptDependencies = Pick<ApiDependencies, 'pool' | 'config' | 'emailHash'>;

/**
 * Records an attempt at a member's password before the password is verified, so that concurrent attempts are counted too.
 * @throws HttpError 429 with Retry-After after too many wrong ones
 */
export async function beginPasswordAttempt(
  { pool, config, emailHash }: AttemptDependencies,
  email: string,
): Promise<void> {
  if (!config.rateLimits) return;
  const attempt = await startTry(
    pool,
    { door: 'member', clientHash: null, accountHash: emailHash(email) },
    { isLimited: true },
  );
  if ('shutForSeconds' in attempt) throw tooManyWrongPasswords(attempt.shutForSeconds);
}

/** Deletes the recorded attempts once the password was right. */
export async function clearPasswordAttempts(
  { pool, config, emailHash }: AttemptDependencies,
  email: string,
): Promise<void> {
  if (config.rateLimits) await deleteTries(pool, emailHash(email));
}

/** The signed-in member with an email address. @throws HttpError 401 for an erased member */
export async function requireUser(pool: Pool, memberId: string): Promise<UserRow & { email: string }> {
  const user = await readUserById(pool, memberId);
  if (!user || user.email === null) throw unauthenticated();
  return { ...user, email: user.email };
}

/**
 * Verifies a signed-in member's password again, with the same limit of attempts as at sign-in. A wrong one is not 401, which
 * would sign the member out.
 * @throws InvalidInput on `path`; HttpError 429 after too many wrong ones
 */
export async function assertPassword(
  deps: AttemptDependencies,
  user: UserRow & { email: string },
  password: string,
  path: string,
): Promise<void> {
  await beginPasswordAttempt(deps, user.email);
  if (!(await verifyPassword(user.passwordHash ?? undefined, password))) {
    throw new InvalidInput([{ path, message: 'This is not your password.' }]);
  }
  await clearPasswordAttempts(deps, user.email);
}
