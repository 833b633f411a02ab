import { ADMIN_SECOND_FACTOR } from '#domain/setting/admin-second-factor.ts';
import { SHARED_PASSWORDS } from '#domain/setting/shared-passwords.ts';
import { formatEmail } from '#infra/mail/format-email.ts';
import { readAllSettings } from '#projections/read-models/settings/queries.ts';
import { readStaffById } from '#projections/read-models/staff/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { forbidden } from '#services/api/http-error.ts';
import { hashNewPassword } from '#services/api/new-password.ts';
import { rememberBrowser, toDeviceOwner } from '#services/api/password-attempts.ts';
import { getStaff } from '#services/api/plugins/authentication.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import { clearStaffCookie, setStaffCookie } from '#services/api/plugins/staff-cookie.ts';
import { assertStaffPassword } from '#services/api/staff-password.ts';
import { signInStaff } from '#services/api/staff-sign-in.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { changeStaffPassword } from '#services/commands/staff/change-staff-password.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import {
  currentStaffAnswer,
  staffGateAnswer,
  staffPasswordBody,
  staffRoles,
  staffSessionAnswer,
  staffSessionBody,
} from '#services/contract/staff.ts';
import { protectRoutes } from '../protect-routes.ts';

const tags = ['staff'];

/** `/api/staff/session`: signing in and out; `/api/staff/password`: changing an account's own password. */
export function registerStaffSessionRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, config, pool } = deps;
  const withSchema = protectRoutes(authentication.requireStaffSession, 'staff');

  app.get('/api/staff/gate', { schema: { tags, response: { 200: staffGateAnswer } } }, async () => {
    // By the read model, since it only chooses the form: signing in decides by the streams.
    const settings = await readAllSettings(pool);
    const isSet = (key: string, value: string) =>
      settings.some((setting) => setting.key === key && setting.value === value);
    const isAdminOpen = !isSet(ADMIN_SECOND_FACTOR, 'required');
    return {
      success: true as const,
      sharedPasswords: isSet(SHARED_PASSWORDS, 'off')
        ? []
        : staffRoles.filter((role) => role !== 'admin' || isAdminOpen),
    };
  });

  app.post(
    '/api/staff/session',
    {
      // Wrong passwords have a stricter limit of their own, over a longer time.
      config: limitPerMinute(60),
      schema: { tags, body: staffSessionBody, response: { 200: staffSessionAnswer } },
    },
    async (request, reply) => {
      const signedIn = await signInStaff(deps, { request, reply }, request.body);
      // The page of jobs and, behind TLS, the API's documentation.
      if (signedIn.role === 'admin') setStaffCookie(reply, config, signedIn.token);
      return { success: true as const, ...signedIn };
    },
  );

  app.get('/api/staff/session', withSchema({ response: { 200: currentStaffAnswer } }), async (request) => {
    const { role, staffId, needsSecondFactor } = getStaff(request);
    const account = staffId === undefined ? undefined : await readStaffById(pool, staffId);
    return {
      success: true as const,
      role,
      name: account?.name ?? null,
      staffId: staffId ?? null,
      email: account?.email ? formatEmail(account.email) : null,
      needsSecondFactor,
    };
  });

  app.delete(
    '/api/staff/session',
    withSchema({ response: { 200: commandAnswer } }),
    async (request, reply) => {
      await authentication.signOut(request);
      clearStaffCookie(reply, config);
      return { success: true as const };
    },
  );

  registerOwnPassword(app, deps);
}

function registerOwnPassword(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaffSession, 'staff');

  app.put(
    '/api/staff/password',
    {
      ...withSchema({ body: staffPasswordBody, response: { 200: commandAnswer } }),
      config: limitPerMinute(10),
    },
    async (request, reply) => {
      const { currentPassword, newPassword } = request.body;
      const { staffId, epoch } = getStaff(request);
      // Shared passwords come from the configuration and cannot be changed here.
      if (staffId === undefined) throw forbidden();
      await assertStaffPassword(deps, request, {
        staffId,
        epoch,
        password: currentPassword,
        path: 'currentPassword',
      });
      const { email = null, name = null } = (await readStaffById(pool, staffId)) ?? {};
      const passwordHash = await hashNewPassword(deps, newPassword, {
        kind: 'staff',
        path: 'newPassword',
        email,
        name,
      });
      const change = async () => {
        const changed = await changeStaffPassword(
          deps,
          { staffId, passwordHash, epoch },
          createCommandContext(request, clock),
        );
        await authentication.keepSession(request, changed.epoch);
        await rememberBrowser(deps, request, reply, toDeviceOwner({ id: staffId, epoch: changed.epoch }));
        // The sessions end after this, when the old password can no longer open new ones.
        return catchUp(changed.position, ['staff']);
      };
      const caughtUp = await authentication.endSessionsWith({ staffId }, change, { but: request });
      return { success: true as const, ...caughtUp };
    },
  );
}
