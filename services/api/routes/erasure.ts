import { eraseBody } from '#services/contract/account.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { commandContext } from '../command-context.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { eraseAccount } from '../erase-account.ts';
import { assertPassword, userOf } from '../member-password.ts';
import { memberOf } from '../plugins/authentication.ts';
import { attemptsPerMinute } from '../plugins/rate-limits.ts';
import { bearer, type TypedApp } from '../typed-app.ts';

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
