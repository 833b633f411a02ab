import type { ApiDependencies } from '#services/api/dependencies.ts';
import { HttpError } from '#services/api/http-error.ts';
import type { TypedApp } from '#services/api/typed-app.ts';

/** How many visitors' pages one address may have open; members' pages are not counted. */
const maxVisitorsPerAddress = 20;
const retryAfterSeconds = 30;

/** `GET /api/events`: server-sent events that name what changed, so that open pages refresh without polling. */
export function registerLiveEventRoutes(
  app: TypedApp,
  { config, liveConnections, authentication }: ApiDependencies,
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
      const owner = principal?.kind === 'member' ? { memberId: principal.memberId, sessionId } : null;
      const isLimited = config.rateLimits && owner === null;
      if (isLimited && liveConnections.countVisitors(request.ip) >= maxVisitorsPerAddress)
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
      liveConnections.add(reply.raw, owner, request.ip);
    },
  );
}
