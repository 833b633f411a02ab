import type { Authentication } from '../plugins/authentication.ts';
import type { LiveReaders } from '../plugins/live-events.ts';
import type { TypedApp } from '../typed-app.ts';

/** `GET /api/events`: server-sent events saying what changed, so that open pages refresh without polling. */
export function liveRoutes(app: TypedApp, readers: LiveReaders, authentication: Authentication): void {
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
      reply.hijack();
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        connection: 'close',
        'x-accel-buffering': 'no',
      });
      const { principal, sessionId } = request;
      readers.add(
        reply.raw,
        principal?.kind === 'member' ? { memberId: principal.memberId, sessionId } : null,
      );
    },
  );
}
