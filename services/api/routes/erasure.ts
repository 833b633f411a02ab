import { leftoversOf, userById } from '../../../projections/read-models/members/queries.ts';
import { eraseMember } from '../../commands/erasure/erase-member.ts';
import { settleErasure } from '../../commands/erasure/settle-erasure.ts';
import { eraseBody } from '../../contract/account.ts';
import { commandAnswer } from '../../contract/errors.ts';
import { commandContext } from '../command-context.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { unauthenticated } from '../http-error.ts';
import { memberOf } from '../plugins/authentication.ts';
import { attemptsPerMinute } from '../plugins/rate-limits.ts';
import { bearer, type TypedApp } from '../typed-app.ts';
import { assertPassword } from './account.ts';

const touched = ['members', 'bookings', 'schedule', 'wallet', 'memberships', 'waitlist'];

/** A member deletes the account. */
export function erasureRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;

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
      const context = commandContext(request, clock);
      const leftovers = await leftoversOf(pool, memberId, context.now);
      const erased = await eraseMember(deps, memberId, context);
      await catchUp(erased.position, ['members']);
      await authentication.signOutEverywhere(memberId);
      try {
        const { position } = await settleErasure(deps, leftovers, context);
        return { success: true as const, ...(await catchUp(position, touched)) };
      } catch (error) {
        // The account is gone all the same; a worker goes on with the rest until it is done.
        request.log.warn({ err: error }, 'An erasure is left to the workers to finish');
        return { success: true as const, pending: true as const };
      }
    },
  );
}
