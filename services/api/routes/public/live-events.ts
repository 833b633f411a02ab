import { getClientNetwork } from '#services/api/client-network.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { HttpError } from '#services/api/http-error.ts';
import type { ConnectionOwner } from '#services/api/live/live-connections.ts';
import type { Principal } from '#services/api/sessions.ts';
import type { TypedApp } from '#services/api/typed-app.ts';

const retryAfterSeconds = 30;

/** Other roles of staff may not open a member's page, so that theirs are those of visitors. */
function findOwner(principal: Principal | null, sessionId: string | null): ConnectionOwner | null {
  if (principal?.kind === 'member') return { memberId: principal.memberId, sessionId };
  if (principal?.role === 'admin' && !principal.needsSecondFactor) return { memberId: null, sessionId };
  return null;
}

/** `GET /api/events`: server-sent events that name what changed, so that open pages refresh without polling. */
export function registerLiveEventRoutes(
  app: TypedApp,
  { liveConnections, authentication }: Pick<ApiDependencies, 'liveConnections' | 'authentication'>,
): void {
  app.get(
    '/api/events',
    {
      onRequest: authentication.identifyIfPossible,
      schema: {
        tags: ['studio'],
        description: 'A stream of `change` events; see the contract’s `liveChange`.',
      },
    },
    async (request, reply) => {
      const { principal, sessionId } = request;
      const owner = findOwner(principal, sessionId);
      const network = getClientNetwork(request.ip);
      const limit = liveConnections.findLimit(owner, network);
      if (limit === 'total' || limit === 'visitors')
        throw new HttpError(
          503,
          'UNAVAILABLE',
          'Too many pages of this site are open. This one works, but shows changes only when it is loaded again.',
          retryAfterSeconds,
        );
      if (limit !== null)
        throw new HttpError(
          429,
          'RATE_LIMITED',
          'Too many pages of this site are open here. Please close one.',
          retryAfterSeconds,
        );
      reply.hijack();
      // The stream ends with its connection, so it needs no chunked encoding.
      reply.raw.removeHeader('transfer-encoding');
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        connection: 'close',
        'x-accel-buffering': 'no',
      });
      liveConnections.add(reply.raw, owner, network);
    },
  );
}
