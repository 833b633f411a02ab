import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusal.ts';
import { findCodeStep } from '#infra/crypto/one-time-codes.ts';
import { findRecoveryCode } from '#infra/crypto/recovery-codes.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { forgetTry, settleStaffTry } from '#infra/postgres/tables/password-tries.ts';
import { claimCodeStep } from '#infra/postgres/tables/used-code-steps.ts';
import { readStaffById } from '#projections/read-models/staff/queries.ts';
import type { StoredSecondFactor } from '../commands/staff/read-second-factor.ts';
import { spendRecoveryCode } from '../commands/staff/spend-recovery-code.ts';
import { stepContext } from '../commands/step-context.ts';
import type { ApiDependencies } from './dependencies.ts';
import { tooManyWrongCodes } from './http-error.ts';
import { beginPasswordAttempt, toDeviceOwner } from './password-attempts.ts';

const appCode = /^\d{6}$/;

/**
 * Whether a typed code is the current one of this secret and is used for the first time. Codes go by the machine's clock, as
 * sessions do, because the phones that compute them know nothing of the sandbox's clock.
 */
async function isFreshAppCode(
  { pool }: Pick<ApiDependencies, 'pool'>,
  { staffId, secret, code }: { staffId: string; secret: string | null; code: string },
): Promise<boolean> {
  const step = secret === null ? null : findCodeStep(secret, code, Date.now());
  return step !== null && (await claimCodeStep(pool, staffId, step));
}

async function isUnusedRecoveryCode(
  deps: ApiDependencies,
  { staffId, factor, code }: { staffId: string; factor: StoredSecondFactor; code: string },
  context: CommandContext,
): Promise<boolean> {
  const { codeSet, unusedCodes, hashes } = factor;
  const number = await findRecoveryCode(hashes, code);
  if (number === null || !unusedCodes.includes(number)) return false;
  try {
    // A command of its own: what the code is for may append to the same stream.
    await spendRecoveryCode(deps, { staffId, codeSet, number }, stepContext(context, 'recovery-code'));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'WRONG_CODE') return false;
    throw error;
  }
}

interface CodeCheck {
  readonly staffId: string;
  readonly code: string;
  /** Whether it is the second step of signing in. */
  readonly opensSession: boolean;
  /** The account's second factor; a secret alone while it is being set up. */
  readonly factor: StoredSecondFactor | { readonly secret: string };
}

/**
 * Verifies a code of the app, or a recovery code, which works once each. The attempt is recorded, as failed until the code proves
 * right. Wrong ones slow further ones down like wrong passwords.
 * @throws HttpError 429 with Retry-After after too many wrong codes
 */
export async function verifyCode(
  deps: ApiDependencies,
  request: FastifyRequest,
  { staffId, code, opensSession, factor }: CodeCheck,
  context: CommandContext,
): Promise<boolean> {
  const { pool } = deps;
  const account = await readStaffById(pool, staffId);
  const attemptId = await beginPasswordAttempt(
    deps,
    request,
    {
      credentialKind: 'second-factor',
      accountHash: `second-factor/${staffId}`,
      owner: account === undefined ? null : toDeviceOwner(account),
    },
    tooManyWrongCodes,
  );
  const typed = code.replaceAll(/\s/g, '');
  const isRight =
    'hashes' in factor && !appCode.test(typed)
      ? await isUnusedRecoveryCode(deps, { staffId, factor, code }, context)
      : await isFreshAppCode(deps, { staffId, secret: factor.secret, code: typed });
  // A right code that opens no session is not in the list of sign-ins.
  if (isRight && !opensSession) await forgetTry(pool, attemptId);
  else await settleStaffTry(pool, attemptId, { succeeded: isRight, staffId });
  if (!isRight) request.log.warn('Second factor failed: wrong code');
  return isRight;
}
