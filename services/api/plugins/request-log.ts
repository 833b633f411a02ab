import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from '#infra/logging/logger.ts';
import { getElapsedMs } from '../load-shedding/read-queue.ts';

/**
 * Logs one line per answered request: method, the route's pattern (a URL may contain ids and tokens), status and milliseconds.
 * Writes and failed requests are logged at `info`, successful reads at `debug`. Server errors are logged where they are answered.
 */
export class RequestLog extends LogController {
  readonly #logger: Logger;

  /** `logger` decides which levels are written. */
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
