import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { eraseAccount } from '#services/api/erase-account.ts';
import { assertPassword, requireUserInEpoch } from '#services/api/member-password.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { eraseBody } from '#services/contract/account.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { protectRoutes } from '../protect-routes.ts';

/** `DELETE /api/user`: a member deletes the account. */
export function registerErasureRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'account');

  app.delete(
    '/api/user',
    { ...withSchema({ body: eraseBody, response: { 200: commandAnswer } }), config: limitPerMinute(10) },
    async (request) => {
      const { memberId, epoch } = getMember(request);
      const user = await requireUserInEpoch(pool, { memberId, epoch });
      await assertPassword(deps, request, { user, password: request.body.password, path: 'password' });
      return eraseAccount(deps, memberId, createCommandContext(request, clock), request.log);
    },
  );
}
