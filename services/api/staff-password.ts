import type { FastifyRequest } from 'fastify';
import { InvalidInput } from '#domain/refusal.ts';
import { verifyPassword } from '#infra/crypto/passwords.ts';
import { forgetTry, settleStaffTry, startTry } from '#infra/postgres/tables/password-tries.ts';
import { readStaffById } from '#projections/read-models/staff/queries.ts';
import { getClientNetwork } from './client-network.ts';
import type { ApiDependencies } from './dependencies.ts';
import { tooManyWrongPasswords } from './http-error.ts';

/**
 * Verifies the password of a signed-in staff account again, with the same limit of attempts as at sign-in. A wrong one is not 401,
 * which would sign the account out.
 * @throws InvalidInput on `path`; HttpError 429 after too many wrong ones
 */
export async function assertStaffPassword(
  deps: ApiDependencies,
  request: FastifyRequest,
  { staffId, password, path }: { staffId: string; password: string; path: string },
): Promise<void> {
  const { pool, config, clientHash, staffEmailHash } = deps;
  const account = await readStaffById(pool, staffId);
  const attempt = await startTry(
    pool,
    {
      door: 'account',
      clientHash: clientHash(getClientNetwork(request.ip)),
      accountHash: staffEmailHash(account?.email ?? ''),
    },
    { isLimited: config.rateLimits },
  );
  if ('shutForSeconds' in attempt) throw tooManyWrongPasswords(attempt.shutForSeconds);
  if (!(await verifyPassword(account?.passwordHash ?? undefined, password))) {
    await settleStaffTry(pool, attempt.id, { succeeded: false, staffId });
    throw new InvalidInput([{ path, message: 'This is not your password.' }]);
  }
  // It opened no session, so the list of sign-ins does not show it.
  await forgetTry(pool, attempt.id);
}
