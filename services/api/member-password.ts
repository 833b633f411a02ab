import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { InvalidInput } from '#domain/refusal.ts';
import { verifyPassword } from '#infra/crypto/passwords.ts';
import { forgetTry } from '#infra/postgres/tables/password-tries.ts';
import { readUserById, type UserRow } from '#projections/read-models/members/queries.ts';
import type { ApiDependencies } from './dependencies.ts';
import { unauthenticated } from './http-error.ts';
import { beginPasswordAttempt, toDeviceOwner } from './password-attempts.ts';
import { readInEpoch } from './read-in-epoch.ts';
import type { MemberPrincipal } from './sessions.ts';

type User = UserRow & { readonly email: string };

function assertUser(user: UserRow | undefined): User {
  if (!user || user.email === null) throw unauthenticated();
  return { ...user, email: user.email };
}

/** The signed-in member with an email address. @throws HttpError 401 for an erased member */
export const requireUser = async (pool: Pool, memberId: string): Promise<User> =>
  assertUser(await readUserById(pool, memberId));

/** The same, with the password of the session's epoch. @throws HttpError 503 while the read model has an earlier one */
export const requireUserInEpoch = async (
  pool: Pool,
  { memberId, epoch }: Pick<MemberPrincipal, 'memberId' | 'epoch'>,
): Promise<User> => assertUser(await readInEpoch(epoch, () => readUserById(pool, memberId)));

/**
 * Verifies the password of a member, and counts the attempt. `user`: undefined for an unknown email, which takes as long and answers the
 * same as a wrong password.
 * @throws HttpError 429 with Retry-After after too many wrong ones
 */
export async function isMemberPassword(
  {
    pool,
    config,
    clientHash,
    emailHash,
  }: Pick<ApiDependencies, 'pool' | 'config' | 'clientHash' | 'emailHash'>,
  request: FastifyRequest,
  { email, user, password }: { email: string; user: UserRow | undefined; password: string },
): Promise<boolean> {
  const attemptId = config.rateLimits
    ? await beginPasswordAttempt({ pool, config, clientHash }, request, {
        credentialKind: 'member',
        accountHash: emailHash(email),
        owner: user === undefined ? null : toDeviceOwner(user),
      })
    : null;
  const isRight = await verifyPassword(user?.passwordHash ?? undefined, password);
  if (isRight && attemptId !== null) await forgetTry(pool, attemptId);
  return isRight;
}

/**
 * Verifies a signed-in member's password again, with the same limit of attempts as at sign-in. A wrong one is not 401, which
 * would sign the member out.
 * @throws InvalidInput on `path`; HttpError 429 after too many wrong ones
 */
export async function assertPassword(
  deps: ApiDependencies,
  request: FastifyRequest,
  { user, password, path }: { user: User; password: string; path: string },
): Promise<void> {
  if (await isMemberPassword(deps, request, { email: user.email, user, password })) return;
  throw new InvalidInput([{ path, message: 'This is not your password.' }]);
}
