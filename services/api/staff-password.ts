import type { FastifyRequest } from 'fastify';
import { InvalidInput } from '#domain/refusal.ts';
import { verifyPassword } from '#infra/crypto/passwords.ts';
import { forgetTry, settleStaffTry } from '#infra/postgres/tables/password-tries.ts';
import { readStaffById } from '#projections/read-models/staff/queries.ts';
import type { ApiDependencies } from './dependencies.ts';
import { beginPasswordAttempt, toDeviceOwner } from './password-attempts.ts';
import { readInEpoch } from './read-in-epoch.ts';

/**
 * Verifies the password of a signed-in staff account again, with the same limit of attempts as at sign-in. A wrong one is not 401,
 * which would sign the account out.
 * @throws InvalidInput on `path`; HttpError 429 after too many wrong ones, 503 while the read model has an earlier password
 */
export async function assertStaffPassword(
  deps: ApiDependencies,
  request: FastifyRequest,
  { staffId, epoch, password, path }: { staffId: string; epoch: number; password: string; path: string },
): Promise<void> {
  const { pool, staffEmailHash } = deps;
  const account = await readInEpoch(epoch, () => readStaffById(pool, staffId));
  const attemptId = await beginPasswordAttempt(deps, request, {
    credentialKind: 'account',
    accountHash: staffEmailHash(account?.email ?? ''),
    owner: account === undefined ? null : toDeviceOwner(account),
  });
  if (!(await verifyPassword(account?.passwordHash ?? undefined, password))) {
    await settleStaffTry(pool, attemptId, { succeeded: false, staffId });
    throw new InvalidInput([{ path, message: 'This is not your password.' }]);
  }
  // It opened no session, so the list of sign-ins does not show it.
  await forgetTry(pool, attemptId);
}
