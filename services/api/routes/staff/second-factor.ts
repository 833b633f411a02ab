import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { InvalidInput, Refusal } from '#domain/refusal.ts';
import { formatAppAddress } from '#infra/crypto/one-time-codes.ts';
import { createRecoveryCodes } from '#infra/crypto/recovery-codes.ts';
import { readStaffById } from '#projections/read-models/staff/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { forbidden } from '#services/api/http-error.ts';
import { getStaff } from '#services/api/plugins/authentication.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import { verifyCode } from '#services/api/second-factor.ts';
import { assertStaffPassword } from '#services/api/staff-password.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { addSecondFactor } from '#services/commands/staff/add-second-factor.ts';
import { makeRecoveryCodes } from '#services/commands/staff/make-recovery-codes.ts';
import { readSecondFactor } from '#services/commands/staff/read-second-factor.ts';
import { removeOwnSecondFactor } from '#services/commands/staff/remove-own-second-factor.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import {
  recoveryCodesAnswer,
  type SecondFactorProofBody,
  secondFactorAnswer,
  secondFactorBody,
  secondFactorProofBody,
  secondFactorSetupAnswer,
  secondFactorSetupBody,
} from '#services/contract/staff.ts';
import { protectRoutes } from '../protect-routes.ts';

const readModels = ['staff'];
const wrongCode = () =>
  new InvalidInput([{ path: 'code', message: 'This code is wrong, or it was used before.' }]);

/** The signed-in account. @throws HttpError 403 for a shared password, which has no second factor */
function getAccount(request: FastifyRequest): { staffId: string; epoch: number } {
  const { staffId, epoch } = getStaff(request);
  if (staffId === undefined) throw forbidden();
  return { staffId, epoch };
}

/**
 * The secret of a set-up. It is derived from the account, its epoch and the set-up's id instead of being stored. Only
 * the answer to the right password contains it, so a caller with a code of it has given the password.
 */
const deriveSecret = (
  { secondFactorSecret }: Pick<ApiDependencies, 'secondFactorSecret'>,
  { staffId, epoch, setupId }: { staffId: string; epoch: number; setupId: string },
): string => secondFactorSecret(`${staffId}/${epoch}/${setupId}`);

/** `/api/staff/second-factor`: the second factor of the signed-in account. */
export function registerSecondFactorRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerSetUp(app, deps);
  registerChanges(app, deps);
}

function registerSetUp(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, config, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaffSession, 'staff');
  const limit = { config: limitPerMinute(10) };

  app.get(
    '/api/staff/second-factor',
    withSchema({ response: { 200: secondFactorAnswer } }),
    async (request) => {
      const { staffId } = getStaff(request);
      const factor = staffId === undefined ? null : await readSecondFactor(deps, staffId);
      const recoveryCodesLeft = factor?.unusedCodes.length ?? 0;
      return { success: true as const, isOn: factor !== null, recoveryCodesLeft };
    },
  );

  app.post(
    '/api/staff/second-factor/setup',
    {
      ...withSchema({ body: secondFactorSetupBody, response: { 200: secondFactorSetupAnswer } }),
      ...limit,
    },
    async (request) => {
      const { staffId, epoch } = getAccount(request);
      const { password } = request.body;
      await assertStaffPassword(deps, request, { staffId, epoch, password, path: 'password' });
      if ((await readSecondFactor(deps, staffId)) !== null) throw new Refusal('SECOND_FACTOR_EXISTS');
      const account = await readStaffById(pool, staffId);
      const setupId = randomUUID();
      const secret = deriveSecret(deps, { staffId, epoch, setupId });
      const label = account?.email ?? 'staff';
      return {
        success: true as const,
        setupId,
        secret,
        address: formatAppAddress(secret, { issuer: config.studio.name, label }),
      };
    },
  );

  app.post(
    '/api/staff/second-factor',
    { ...withSchema({ body: secondFactorBody, response: { 200: recoveryCodesAnswer } }), ...limit },
    async (request) => {
      const { staffId, epoch } = getAccount(request);
      const { setupId, code } = request.body;
      const secret = deriveSecret(deps, { staffId, epoch, setupId });
      const context = createCommandContext(request, clock);
      if ((await readSecondFactor(deps, staffId)) !== null) throw new Refusal('SECOND_FACTOR_EXISTS');
      if (
        !(await verifyCode(
          deps,
          request,
          { staffId, code, opensSession: false, factor: { secret } },
          context,
        ))
      ) {
        throw wrongCode();
      }
      const { codes, hashes } = await createRecoveryCodes();
      const change = async () => {
        const added = await addSecondFactor(
          deps,
          { staffId, secret, recoveryHashes: hashes, epoch },
          context,
        );
        await authentication.keepSession(request, added.epoch, { hasSecondFactor: true });
        return catchUp(added.position, readModels);
      };
      const caughtUp = await authentication.endSessionsWith({ staffId }, change, { but: request });
      return { success: true as const, recoveryCodes: codes, ...caughtUp };
    },
  );
}

/** @throws InvalidInput on `password` or `code`; Refusal SECOND_FACTOR_MISSING; HttpError 429 after too many wrong ones */
async function assertProof(
  deps: ApiDependencies,
  request: FastifyRequest,
  {
    staffId,
    epoch,
    password,
    code,
  }: SecondFactorProofBody & { readonly staffId: string; readonly epoch: number },
): Promise<void> {
  await assertStaffPassword(deps, request, { staffId, epoch, password, path: 'password' });
  const factor = await readSecondFactor(deps, staffId);
  if (factor === null) throw new Refusal('SECOND_FACTOR_MISSING');
  const context = createCommandContext(request, deps.clock);
  if (!(await verifyCode(deps, request, { staffId, code, opensSession: false, factor }, context)))
    throw wrongCode();
}

function registerChanges(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaffSession, 'staff');
  const limit = { config: limitPerMinute(10) };

  app.post(
    '/api/staff/second-factor/recovery-codes',
    { ...withSchema({ body: secondFactorProofBody, response: { 200: recoveryCodesAnswer } }), ...limit },
    async (request) => {
      const { staffId, epoch } = getAccount(request);
      await assertProof(deps, request, { staffId, epoch, ...request.body });
      const { codes, hashes } = await createRecoveryCodes();
      const { position } = await makeRecoveryCodes(
        deps,
        { staffId, recoveryHashes: hashes, epoch },
        createCommandContext(request, clock),
      );
      return { success: true as const, recoveryCodes: codes, ...(await catchUp(position, readModels)) };
    },
  );

  app.post(
    '/api/staff/second-factor/remove',
    { ...withSchema({ body: secondFactorProofBody, response: { 200: commandAnswer } }), ...limit },
    async (request) => {
      const { staffId, epoch } = getAccount(request);
      await assertProof(deps, request, { staffId, epoch, ...request.body });
      const change = async () => {
        const removed = await removeOwnSecondFactor(
          deps,
          { staffId, epoch },
          createCommandContext(request, clock),
        );
        await authentication.keepSession(request, removed.epoch, { hasSecondFactor: false });
        return catchUp(removed.position, readModels);
      };
      const caughtUp = await authentication.endSessionsWith({ staffId }, change, { but: request });
      return { success: true as const, ...caughtUp };
    },
  );
}
