import { z } from 'zod';
import { readStaffSessions } from '#projections/read-models/staff/session-queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { getStaff } from '#services/api/plugins/authentication.ts';
import { clearStaffCookie } from '#services/api/plugins/staff-cookie.ts';
import { describeStaffSessions } from '#services/api/presenters/describe-staff.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { openSessionsAnswer } from '#services/contract/staff.ts';
import { protectRoutes } from '../protect-routes.ts';

const path = '/api/admin/staff/sessions';
const sessionsShown = 500;

/** Where staff are signed in; admins end any of these sessions, their own included. */
export function registerAdminStaffSessionRoutes(
  app: TypedApp,
  { authentication, config, pool, sharedPasswordMarks }: ApiDependencies,
): void {
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get(path, withSchema({ response: { 200: openSessionsAnswer } }), async ({ sessionId }) => {
    const rows = await readStaffSessions(pool, Object.values(sharedPasswordMarks), sessionsShown);
    return { success: true as const, sessions: describeStaffSessions(rows, sessionId) };
  });

  app.delete(
    `${path}/:id`,
    withSchema({ params: z.object({ id: z.uuid() }), response: { 200: commandAnswer } }),
    async (request, reply) => {
      const { id } = request.params;
      // A session that has ended meanwhile is what was asked for.
      await authentication.endStaffSession(id);
      if (id === request.sessionId) clearStaffCookie(reply, config);
      const { role, staffId } = getStaff(request);
      request.log.info({ role, staffId: staffId ?? 'shared password' }, 'An admin ended a staff session');
      return { success: true as const };
    },
  );
}
