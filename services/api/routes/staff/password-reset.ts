import { readStaffById } from '#projections/read-models/staff/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { hashNewPassword } from '#services/api/new-password.ts';
import { rememberBrowser, toDeviceOwner } from '#services/api/password-attempts.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { requestPasswordReset } from '#services/commands/member/request-password-reset.ts';
import { resetStaffPassword } from '#services/commands/staff/reset-staff-password.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { forgotStaffPasswordBody, resetStaffPasswordBody } from '#services/contract/staff.ts';

const tags = ['staff'];

/** Resetting the forgotten password of a staff account: requesting the link by email, and setting the new password with it. */
export function registerStaffPasswordResetRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;

  app.post(
    '/api/staff/password/forgot',
    {
      config: limitPerMinute(10),
      schema: { tags, body: forgotStaffPasswordBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      const reset = { audience: 'staff', email: request.body.email } as const;
      await requestPasswordReset(deps, reset, createCommandContext(request, clock));
      return { success: true as const };
    },
  );

  app.post(
    '/api/staff/password/reset',
    {
      config: limitPerMinute(20),
      schema: { tags, body: resetStaffPasswordBody, response: { 200: commandAnswer } },
    },
    async (request, reply) => {
      const { token, password } = request.body;
      const endSessions = (staffId: string) => authentication.signOutEverywhere({ staffId });
      const { staffId, epoch, position } = await resetStaffPassword(
        { ...deps, endSessions },
        {
          token,
          makeHash: async (id) => {
            const { email = null, name = null } = (await readStaffById(pool, id)) ?? {};
            return hashNewPassword(deps, password, { kind: 'staff', path: 'password', email, name });
          },
        },
        createCommandContext(request, clock),
      );
      // Ends sessions that were opened meanwhile; from here on the old password opens no more.
      const caughtUp = await catchUp(position, ['staff']);
      await endSessions(staffId);
      // So that the owner of the mailbox can sign in here while a stranger's wrong passwords slow others down.
      await rememberBrowser(deps, request, reply, toDeviceOwner({ id: staffId, epoch }));
      return { success: true as const, ...caughtUp };
    },
  );
}
