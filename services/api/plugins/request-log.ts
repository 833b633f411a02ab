import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from '#infra/logging/logger.ts';
import { getElapsedMs } from '../load-shedding/read-queue.ts';

/**
 * One line a request, when it has been answered: method, the route's pattern (a URL may carry ids and tokens), status and
 * milliseconds, beside the request's id. Writes and failures at `info`, what was only read at `debug`. What failed on our
 * side is logged where it is turned into an answer.
 */
export class RequestLog extends LogController {
  readonly #logger: Logger;

  /** `logger` says which levels are written. */
  constructor(logger: Logger) {
    super({ requestIdLogLabel: 'requestId' });
    this.#logger = logger;
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override defaultErrorLog(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method } = request;
    const isRoutine = (method === 'GET' || method === 'HEAD') && reply.statusCode < 400 && !error;
    if (isRoutine && !this.#logger.isLevelEnabled('debug')) return;
    const { routeOptions, log } = request;
    log[isRoutine ? 'debug' : 'info'](
      {
        method,
        route: routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(getElapsedMs(request, reply) * 10) / 10,
        ...(error ? { err: error } : {}),
      },
      'request',
    );
  }
}
