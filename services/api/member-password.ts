import type { Pool } from 'pg';
import { InvalidInput } from '#domain/refusal.ts';
import { verifyPassword } from '#infra/crypto/passwords.ts';
import { beginTry, forgetTries } from '#infra/postgres/tables/password-tries.ts';
import { type UserRow, userById } from '#projections/read-models/members/queries.ts';
import type { ApiDependencies } from './dependencies.ts';
import { tooManyWrongPasswords, unauthenticated } from './http-error.ts';

type TryDependencies = Pick<ApiDependencies, 'pool' | 'config' | 'emailHash'>;

/**
 * Notes a try at a member's password, before it is looked at.
 * @throws HttpError 429 with Retry-After while too many wrong ones shut the account's door
 */
export async function beginPasswordAttempt(
  { pool, config, emailHash }: TryDependencies,
  email: string,
): Promise<void> {
  if (!config.rateLimits) return;
  const kept = await beginTry(
    pool,
    { door: 'member', clientHash: null, accountHash: emailHash(email) },
    { isLimited: true },
  );
  if ('shutForSeconds' in kept) throw tooManyWrongPasswords(kept.shutForSeconds);
}

/** The password was right: what failed before counts no more. */
export async function clearPasswordAttempts(
  { pool, config, emailHash }: TryDependencies,
  email: string,
): Promise<void> {
  if (config.rateLimits) await forgetTries(pool, emailHash(email));
}

/** Who is signed in, with an address. @throws HttpError 401 for who has left */
export async function requireUser(pool: Pool, memberId: string): Promise<UserRow & { email: string }> {
  const user = await userById(pool, memberId);
  if (!user || user.email === null) throw unauthenticated();
  return { ...user, email: user.email };
}

/**
 * Insists on the member's password once more; whoever found an open session gets as few guesses as at the door. A wrong one is
 * not 401, which would sign them out.
 * @throws InvalidInput on `path`; HttpError 429 after too many
 */
export async function assertPassword(
  deps: TryDependencies,
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
