import { Refusal } from '#domain/refusal.ts';
import {
  confirmEmailChange,
  finishEmailChange,
  notifyEmailChange,
} from '#infra/postgres/tables/email-changes.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { assertPassword, requireUserInEpoch } from '#services/api/member-password.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { cancelEmailChange } from '#services/commands/email-change/cancel-email-change.ts';
import { requestEmailChange } from '#services/commands/email-change/request-email-change.ts';
import { settleEmailChange } from '#services/commands/email-change/settle-email-change.ts';
import { clearAddress } from '#services/commands/member/clear-address.ts';
import { hasMemberEpoch } from '#services/commands/member/has-member-epoch.ts';
import { verifyEmail } from '#services/commands/member/verify-email.ts';
import {
  cancelEmailChangeBody,
  changeEmailBody,
  confirmEmailBody,
  verifyEmailBody,
} from '#services/contract/account.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { protectRoutes } from '../protect-routes.ts';

/**
 * Changing the email address: requesting the link to the new one, confirming it, and cancelling it by the link to the current one.
 * A confirmation ends all sessions but the one it is sent with. And verifying the first address by the link in the welcome.
 */
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
      const { memberId, epoch } = getMember(request);
      const user = await requireUserInEpoch(pool, { memberId, epoch });
      await assertPassword(deps, request, { user, password: currentPassword, path: 'currentPassword' });
      const change = { memberId, from: user.email, to: newEmail, epoch };
      await requestEmailChange(deps, change, createCommandContext(request, clock));
      return { success: true as const };
    },
  );

  app.post('/api/user/email/try-again', withSchema({ response: { 200: commandAnswer } }), async (request) => {
    const { memberId } = getMember(request);
    const { position } = await clearAddress(deps, { memberId }, createCommandContext(request, clock));
    return { success: true as const, ...(await catchUp(position, ['members'])) };
  });

  registerEmailLinks(app, deps);
}

/** What the links in emails do; a member need not be signed in for them. */
function registerEmailLinks(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;

  app.post(
    '/api/auth/confirm-email',
    {
      config: limitPerMinute(20),
      onRequest: authentication.identifyIfPossible,
      schema: { tags: ['account'], body: confirmEmailBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      const context = createCommandContext(request, clock);
      const change = await confirmEmailChange(pool, request.body.token, context.now);
      if (change === undefined) throw new Refusal('INVALID_EMAIL_LINK');
      const { memberId } = change;
      const isOwn = request.principal?.kind === 'member' && request.principal.memberId === memberId;
      const settle = async () => {
        const { position, epoch } = await settleEmailChange(deps, change, context);
        if (isOwn) await authentication.keepSession(request, epoch);
        return catchUp(position, ['members']);
      };
      try {
        // Checked first, so that an old link ends no session.
        if (!(await hasMemberEpoch(deps, change))) throw new Refusal('INVALID_EMAIL_LINK');
        const caughtUp = await authentication.endSessionsWith(
          { memberId },
          settle,
          isOwn ? { but: request } : {},
        );
        return { success: true as const, ...caughtUp };
      } catch (error) {
        // A refused change is final. After any other error a worker completes it.
        if (error instanceof Refusal) await finishEmailChange(pool, change.id, context.now);
        throw error;
      } finally {
        await notifyEmailChange(pool, change.id);
      }
    },
  );

  app.post(
    '/api/auth/cancel-email-change',
    {
      config: limitPerMinute(20),
      schema: { tags: ['account'], body: cancelEmailChangeBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      const endSessions = (memberId: string) => authentication.signOutEverywhere({ memberId });
      const { memberId, position, hasRevoked } = await cancelEmailChange(
        { ...deps, endSessions },
        request.body.token,
        createCommandContext(request, clock),
      );
      const caughtUp = await catchUp(position, ['members']);
      // Not those opened since, when the link is used again.
      if (hasRevoked) await endSessions(memberId);
      return { success: true as const, ...caughtUp };
    },
  );

  app.post(
    '/api/auth/verify-email',
    {
      config: limitPerMinute(30),
      schema: { tags: ['account'], body: verifyEmailBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      const { position } = await verifyEmail(deps, request.body.token, createCommandContext(request, clock));
      return { success: true as const, ...(await catchUp(position, ['members'])) };
    },
  );
}
