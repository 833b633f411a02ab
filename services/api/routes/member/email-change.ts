import { Refusal } from '#domain/refusal.ts';
import {
  confirmEmailChange,
  finishEmailChange,
  notifyEmailChange,
} from '#infra/postgres/tables/email-changes.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { assertPassword, requireUser } from '#services/api/member-password.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { requestEmailChange } from '#services/commands/email-change/request-email-change.ts';
import { settleEmailChange } from '#services/commands/email-change/settle-email-change.ts';
import { changeEmailBody, confirmEmailBody } from '#services/contract/account.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { protectRoutes } from '../protect-routes.ts';

/** Changing the email address: requesting the link to the new one, and confirming it. Sessions stay open. */
export function registerEmailChangeRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'account');

  app.post(
    '/api/user/email',
    {
      ...withSchema({ body: changeEmailBody, response: { 200: commandAnswer } }),
      config: limitPerMinute(10),
    },
    async (request) => {
      const { newEmail, currentPassword } = request.body;
      const { memberId } = getMember(request);
      const user = await requireUser(pool, memberId);
      await assertPassword(deps, user, currentPassword, 'currentPassword');
      const change = { memberId, from: user.email, to: newEmail };
      await requestEmailChange(deps, change, createCommandContext(request, clock));
      return { success: true as const };
    },
  );

  app.post(
    '/api/auth/confirm-email',
    {
      config: limitPerMinute(20),
      schema: { tags: ['account'], body: confirmEmailBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      const context = createCommandContext(request, clock);
      const change = await confirmEmailChange(pool, request.body.token, context.now);
      if (change === undefined) throw new Refusal('INVALID_EMAIL_LINK');
      try {
        const { position } = await settleEmailChange(deps, change, context);
        return { success: true as const, ...(await catchUp(position, ['members'])) };
      } catch (error) {
        // A refused change is final. After any other error a worker completes it.
        if (error instanceof Refusal) await finishEmailChange(pool, change.id, context.now);
        throw error;
      } finally {
        await notifyEmailChange(pool, change.id);
      }
    },
  );
}
