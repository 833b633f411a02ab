import { HttpError } from '#services/api/http-error.ts';
import type { LiveConnections } from '#services/api/live/live-connections.ts';
import type { Authentication } from '#services/api/plugins/authentication.ts';
import type { TypedApp } from '#services/api/typed-app.ts';

/** As many pages of visitors as one address may have open: a household, not a flood. Members are not counted. */
const visitorsAnAddress = 20;
const comeBackAfterS = 30;

interface LiveDependencies {
  readonly readers: LiveConnections;
  readonly authentication: Authentication;
  /** Whether an address has only so many pages of visitors. */
  readonly isLimited: boolean;
}

/** `GET /api/events`: server-sent events saying what changed, so that open pages refresh without polling. */
export function registerLiveRoutes(
  app: TypedApp,
  { readers, authentication, isLimited }: LiveDependencies,
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
      if (isLimited && owner === null && readers.visitorsAt(request.ip) >= visitorsAnAddress)
        throw new HttpError(
          429,
          'RATE_LIMITED',
          'Too many pages of this site are open here. Please close one.',
          comeBackAfterS,
        );
      reply.hijack();
      // It lasts as long as its connection, so it needs no chunks: what is told is one write each.
      reply.raw.removeHeader('transfer-encoding');
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        connection: 'close',
        'x-accel-buffering': 'no',
      });
      readers.add(reply.raw, owner, request.ip);
    },
  );
}
