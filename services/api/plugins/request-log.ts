import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from '#infra/logging/logger.ts';
import { getClientNetwork } from '../client-network.ts';
import { getElapsedMs } from '../load-shedding/read-queue.ts';
import type { Principal } from '../sessions.ts';

/** Enough to distinguish clients, and the beginning of what staff see beside a sign-in attempt. */
const clientDigits = 12;

/** The caller by id: a member, or a role with the account of the person; no person for a shared password. */
function describeCaller(principal: Principal | null): Record<string, string> {
  if (principal === null) return {};
  if (principal.kind === 'member') return { memberId: principal.memberId };
  const { role, staffId } = principal;
  return { role, ...(staffId === undefined ? {} : { staffId }) };
}

/**
 * Logs one line per answered request: method, the route's pattern, status, milliseconds, the caller's id, and the
 * client as a keyed hash of its network. A whole URL may contain ids and tokens.
 * Writes and failed requests are logged at `info`, successful reads at `debug`. Server errors are logged where they are answered.
 */
export class RequestLog extends LogController {
  readonly #logger: Logger;
  readonly #hashClient: (ip: string) => string;

  /** `logger` decides which levels are written. */
  constructor({ logger, clientHash }: { logger: Logger; clientHash: (ip: string) => string }) {
    super({ requestIdLogLabel: 'requestId' });
    this.#logger = logger;
    this.#hashClient = clientHash;
  }

  /** Reads the client's address, which Node then remembers: a client may disconnect before it is logged. */
  override incomingRequest(request: FastifyRequest): void {
    void request.ip;
  }

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
    const { routeOptions, log, ip, principal } = request;
    log[isRoutine ? 'debug' : 'info'](
      {
        method,
        route: routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(getElapsedMs(request, reply) * 10) / 10,
        client: this.#hashClient(getClientNetwork(ip)).slice(0, clientDigits),
        ...describeCaller(principal),
        ...(error ? { err: error } : {}),
      },
      'request',
    );
  }
}
