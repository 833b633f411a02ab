import { commandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { eraseAccount } from '#services/api/erase-account.ts';
import { assertPassword, userOf } from '#services/api/member-password.ts';
import { memberOf } from '#services/api/plugins/authentication.ts';
import { attemptsPerMinute } from '#services/api/plugins/rate-limits.ts';
import { bearer, type TypedApp } from '#services/api/typed-app.ts';
import { eraseBody } from '#services/contract/account.ts';
import { commandAnswer } from '#services/contract/errors.ts';

/** A member deletes the account. */
export function erasureRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock } = deps;

  app.delete(
    '/api/user',
    {
      onRequest: authentication.requireMember,
      config: attemptsPerMinute(10),
      schema: { tags: ['account'], security: bearer, body: eraseBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      const { memberId } = memberOf(request);
      await assertPassword(deps, await userOf(pool, memberId), request.body.password, 'password');
      return eraseAccount(deps, memberId, commandContext(request, clock), request.log);
    },
  );
}
