import type { FastifyInstance } from 'fastify';
import { unavailable } from '../http-error.ts';
import { longRoutes } from '../load-shedding/long-routes.ts';
import { getQueuedMs } from '../load-shedding/read-queue.ts';
import { answerError } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The timer of the request's deadline; null outside `/api/`. */
    deadline: NodeJS.Timeout | null;
    /** Whether it was answered 503 while its handler still runs. */
    hasTimedOut: boolean;
  }
}

/** A request that takes longer is answered 503. Clients give up after some ten seconds. */
export const requestTimeoutMs = 9_000;
const longRequestTimeoutMs = 60_000;
const longRouteUrls = new Set<string>(longRoutes);

/**
 * Gives every route under `/api/` a deadline. Each backend call has its own timeout, but a command makes several calls. A command
 * that was answered 503 continues and takes effect once or not at all, as after a lost connection.
 *
 * Fastify's own `handlerTimeout` (5.12) does not cover requests with a body: it ends its timer when the body has arrived.
 */
export function registerDeadline(app: FastifyInstance): void {
  app.decorateRequest('deadline', null);
  app.decorateRequest('hasTimedOut', false);
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions;
    if (url?.startsWith('/api/')) {
      const timeoutMs = longRouteUrls.has(url) ? longRequestTimeoutMs : requestTimeoutMs;
      const remainingMs = timeoutMs - getQueuedMs(request.raw);
      if (remainingMs <= 0) {
        answerError(unavailable(), request, reply);
        return;
      }
      request.deadline = setTimeout(() => {
        // An event stream, or an answer that is being sent.
        if (reply.sent || reply.raw.headersSent) return;
        request.hasTimedOut = true;
        answerError(unavailable(), request, reply);
      }, remainingMs);
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
        return request.hasTimedOut ? reply.hijack() : result;
      } catch (error) {
        if (!request.hasTimedOut) throw error;
        request.log.warn({ err: error }, 'A request failed after it was answered 503 by its deadline');
        return reply.hijack();
      }
    };
  });
}
