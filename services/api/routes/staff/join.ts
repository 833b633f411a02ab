import { Refusal } from '#domain/refusal.ts';
import { formatEmail } from '#infra/mail/format-email.ts';
import { findInviteLink } from '#infra/postgres/tables/staff-invites.ts';
import { readStaffById } from '#projections/read-models/staff/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { hashNewPassword } from '#services/api/new-password.ts';
import { rememberBrowser, toDeviceOwner } from '#services/api/password-attempts.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import { toStaffRole } from '#services/api/staff-sign-in.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { holdsInvitation } from '#services/commands/staff/holds-invitation.ts';
import { isSecondFactorRequired } from '#services/commands/staff/is-second-factor-required.ts';
import { joinStaff } from '#services/commands/staff/join-staff.ts';
import { invitationAnswer, invitationBody, joinBody, staffSessionAnswer } from '#services/contract/staff.ts';

const tags = ['staff'];

/** The link of an invitation: reading what it is for, and joining with it. */
export function registerStaffJoinRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const config = limitPerMinute(20);

  app.post(
    '/api/staff/invitation',
    { config, schema: { tags, body: invitationBody, response: { 200: invitationAnswer } } },
    async (request) => {
      const link = await findInviteLink(pool, request.body.token, clock.now());
      const isHeld = link !== undefined && (await holdsInvitation(deps, link));
      const account = isHeld ? await readStaffById(pool, link.staffId) : undefined;
      if (account?.status !== 'invited') throw new Refusal('INVALID_INVITE');
      return {
        success: true as const,
        email: formatEmail(account.email ?? ''),
        role: toStaffRole(account.role),
      };
    },
  );

  app.post(
    '/api/staff/join',
    { config, schema: { tags, body: joinBody, response: { 200: staffSessionAnswer } } },
    async (request, reply) => {
      const { token, name, password } = request.body;
      // Checked before hashing the password, so that a forged link costs no hash.
      const link = await findInviteLink(pool, token, clock.now());
      if (link === undefined) throw new Refusal('INVALID_INVITE');
      const account = await readStaffById(pool, link.staffId);
      const passwordHash = await hashNewPassword(deps, password, {
        kind: 'staff',
        path: 'password',
        email: account?.email ?? null,
        name,
      });
      const { staffId, role, epoch, position } = await joinStaff(
        deps,
        { token, name, passwordHash },
        createCommandContext(request, clock),
      );
      const caughtUp = await catchUp(position, ['staff']);
      await rememberBrowser(deps, request, reply, toDeviceOwner({ id: staffId, epoch }));
      return {
        success: true as const,
        token: await authentication.signInStaff(request, { role, staffId, epoch }),
        role,
        name,
        staffId,
        needsSecondFactor: await isSecondFactorRequired(deps, role),
        ...caughtUp,
      };
    },
  );
}
