import { userById } from '../../../projections/read-models/members/queries.ts';
import { eraseBody } from '../../contract/account.ts';
import { commandAnswer } from '../../contract/errors.ts';
import { commandContext } from '../command-context.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { eraseAccount } from '../erase-account.ts';
import { unauthenticated } from '../http-error.ts';
import { memberOf } from '../plugins/authentication.ts';
import { attemptsPerMinute } from '../plugins/rate-limits.ts';
import { bearer, type TypedApp } from '../typed-app.ts';
import { assertPassword } from './account.ts';

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
      const user = await userById(pool, memberId);
      if (!user) throw unauthenticated();
      await assertPassword(user, request.body.password, 'password');
      return eraseAccount(deps, memberId, commandContext(request, clock), request.log);
    },
  );
}
