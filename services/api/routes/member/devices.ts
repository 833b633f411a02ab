import { readMemberSessions } from '#projections/read-models/members/session-queries.ts';
import { getClientNetwork } from '#services/api/client-network.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { notFound } from '#services/api/http-error.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { describeDevices } from '#services/api/presenters/describe-devices.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { deviceParams, devicesAnswer } from '#services/contract/devices.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { protectRoutes } from '../protect-routes.ts';

/** More devices than a person has; the latest used are shown. */
const devicesShown = 50;

/** Where a member is signed in; they end any of these sessions. */
export function registerDeviceRoutes(app: TypedApp, { authentication, clientHash, pool }: ApiDependencies) {
  const withSchema = protectRoutes(authentication.requireMember, 'account');

  app.get('/api/user/devices', withSchema({ response: { 200: devicesAnswer } }), async (request) => {
    const rows = await readMemberSessions(pool, getMember(request).memberId, devicesShown);
    const networkHash = clientHash(getClientNetwork(request.ip));
    return {
      success: true as const,
      devices: describeDevices(rows, { sid: request.sessionId, networkHash }),
    };
  });

  app.delete(
    '/api/user/devices/:id',
    withSchema({ params: deviceParams, response: { 200: commandAnswer } }),
    async (request) => {
      const isEnded = await authentication.endMemberSession(getMember(request), request.params.id);
      // Another member's session answers as one that is no more.
      if (!isEnded) throw notFound('This device is not signed in any more.');
      return { success: true as const };
    },
  );
}
