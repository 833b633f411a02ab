import { readUserById } from '#projections/read-models/members/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { hashNewPassword } from '#services/api/new-password.ts';
import { rememberBrowser, toDeviceOwner } from '#services/api/password-attempts.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { chooseFirstPassword } from '#services/commands/member/choose-first-password.ts';
import { readInvitation } from '#services/commands/member/derive-invitation.ts';
import { requestPasswordReset } from '#services/commands/member/request-password-reset.ts';
import { resetPassword } from '#services/commands/member/reset-password.ts';
import { forgotPasswordBody, resetPasswordBody } from '#services/contract/account.ts';
import { commandAnswer } from '#services/contract/errors.ts';

const tags = ['account'];

/** Resetting a forgotten password: requesting the link by email, and setting the new password with it, or the first one by an invitation. */
export function registerPasswordResetRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;

  app.post(
    '/api/auth/forgot-password',
    {
      config: limitPerMinute(10),
      schema: { tags, body: forgotPasswordBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      const reset = { audience: 'member', email: request.body.email } as const;
      await requestPasswordReset(deps, reset, createCommandContext(request, clock));
      return { success: true as const };
    },
  );

  app.post(
    '/api/auth/reset-password',
    {
      config: limitPerMinute(20),
      schema: { tags, body: resetPasswordBody, response: { 200: commandAnswer } },
    },
    async (request, reply) => {
      const { token, password } = request.body;
      const endSessions = (memberId: string) => authentication.signOutEverywhere({ memberId });
      const makeHash = async (memberId: string) => {
        const user = await readUserById(pool, memberId);
        const { email = null, name = null } = user ?? {};
        return hashNewPassword(deps, password, { kind: 'member', path: 'password', email, name });
      };
      const context = createCommandContext(request, clock);
      const invited = readInvitation(deps.signInSecret, token, context.now);
      const { memberId, epoch, position } =
        invited === null
          ? await resetPassword({ ...deps, endSessions }, { token, makeHash }, context)
          : await chooseFirstPassword(deps, { memberId: invited, makeHash }, context);
      // Ends sessions that were opened meanwhile; from here on the old password opens no more.
      const caughtUp = await catchUp(position, ['members']);
      await endSessions(memberId);
      // So that the owner of the mailbox can sign in here while a stranger's wrong passwords slow others down.
      await rememberBrowser(deps, request, reply, toDeviceOwner({ id: memberId, epoch }));
      return { success: true as const, ...caughtUp };
    },
  );
}
