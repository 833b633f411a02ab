import type { FastifyInstance } from 'fastify';
import { unavailable } from '../http-error.ts';
import { longRoutes } from '../load-shedding/long-routes.ts';
import { getQueuedMs } from '../load-shedding/read-queue.ts';
import { answerError } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the wait for the handler; null outside `/api/`. */
    deadline: NodeJS.Timeout | null;
    /** It was answered 503 in place of its handler, which still runs. */
    isGivenUp: boolean;
  }
}

/** What takes longer than this is answered 503; clients give up at some ten seconds. */
export const requestTimeoutMs = 9_000;
const longerMs = 60_000;
const takeLonger = new Set<string>(longRoutes);

/**
 * Gives every route under `/api/` a time within which it answers, whatever it waits for: each backend has a limit of its own,
 * but a command asks several, several times. A command that was answered 503 goes on meanwhile: it is carried out
 * once or not at all, as when the connection to the browser breaks.
 *
 * Fastify's own `handlerTimeout` (5.12) forgets requests with a body: it ends its timer when the body has arrived.
 */
export function registerDeadline(app: FastifyInstance): void {
  app.decorateRequest('deadline', null);
  app.decorateRequest('isGivenUp', false);
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions;
    if (url?.startsWith('/api/')) {
      const ms = (takeLonger.has(url) ? longerMs : requestTimeoutMs) - getQueuedMs(request.raw);
      if (ms <= 0) {
        answerError(unavailable(), request, reply);
        return;
      }
      request.deadline = setTimeout(() => {
        // A page that is kept informed, or an answer on its way.
        if (reply.sent || reply.raw.headersSent) return;
        request.isGivenUp = true;
        answerError(unavailable(), request, reply);
      }, ms);
    }
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.deadline !== null) clearTimeout(request.deadline);
    done();
  });
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = async function (this: FastifyInstance, request, reply) {
      try {
        const result: unknown = await handler.call(this, request, reply);
        return request.isGivenUp ? reply.hijack() : result;
      } catch (error) {
        if (!request.isGivenUp) throw error;
        request.log.warn({ err: error }, 'What was asked for failed after its answer');
        return reply.hijack();
      }
    };
  });
}
