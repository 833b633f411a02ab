import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * One line a request, when it has been answered: method, the route's pattern (a URL may carry ids and tokens), status and
 * milliseconds, beside the request's id. Writes and failures at `info`, what was only read at `debug`. What failed on our
 * side is logged where it is turned into an answer.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override defaultErrorLog(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method, routeOptions, log } = request;
    const isRoutine = (method === 'GET' || method === 'HEAD') && reply.statusCode < 400 && !error;
    log[isRoutine ? 'debug' : 'info'](
      {
        method,
        route: routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(error ? { err: error } : {}),
      },
      'request',
    );
  }
}
