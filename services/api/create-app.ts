import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { StudioEvent } from '#domain/registry.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { registerBookingQueue } from './load-shedding/booking-queue.ts';
import { queueReads } from './load-shedding/read-queue.ts';
import { registerBudgets, requireBudgets } from './plugins/budgets.ts';
import { registerDeadline, requestTimeoutMs } from './plugins/deadline.ts';
import { registerDrain } from './plugins/drain.ts';
import { answerBadUrl, answerUnreadable, registerErrors } from './plugins/errors.ts';
import { registerRateLimits } from './plugins/rate-limits.ts';
import { RequestLog } from './plugins/request-log.ts';
import { registerOriginChecks } from './plugins/request-origin.ts';
import { createSecurityHeaders, registerSecurityHeaders } from './plugins/security-headers.ts';
import { registerTelemetry } from './plugins/telemetry.ts';
import { registerTextGuard } from './plugins/text-guard.ts';
import { validatorCompiler } from './plugins/validator.ts';
import type { TypedApp } from './typed-app.ts';

const bodyLimit = 256 * 1024;
/** How long a request may take to arrive. Answers have no such limit, since event streams are read for hours. */
const receiveTimeoutMs = 30_000;

/** Fastify with everything that applies to all routes, and no route. */
export async function createApp(
  runtime: Runtime<StudioEvent>,
  isShuttingDown: () => boolean,
): Promise<TypedApp> {
  const { config, logger } = runtime;
  const headers = await createSecurityHeaders(config);
  const loggerInstance: FastifyBaseLogger = logger;
  const app = Fastify({
    loggerInstance,
    logController: new RequestLog(runtime),
    bodyLimit,
    requestTimeout: receiveTimeoutMs,
    genReqId: () => randomUUID(),
    // Trusts only the address that the nearest proxy appended to the header; a client may forge what precedes it.
    trustProxy: config.isBehindTls ? (_address, hop) => hop === 0 : false,
    // Requests in progress are answered on shutdown; idle connections are closed.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (handler, { keepAliveTimeout, requestTimeout }) =>
      createServer(
        { keepAliveTimeout: Number(keepAliveTimeout), requestTimeout: Number(requestTimeout) },
        queueReads(handler, requestTimeoutMs),
      ),
    frameworkErrors: answerBadUrl(headers),
    clientErrorHandler: answerUnreadable(headers),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // Fastify reads plain text, too, which no route takes.
  app.removeContentTypeParser('text/plain');
  registerErrors(app);
  registerTelemetry(app);
  registerDeadline(app);
  registerSecurityHeaders(app, headers);
  registerOriginChecks(app, config);
  requireBudgets(app);
  // Before the queue, where a call beyond its budget would take a place.
  if (config.rateLimits) registerBudgets(app, runtime);
  registerBookingQueue(app);
  registerTextGuard(app);
  registerDrain(app, isShuttingDown);
  if (config.rateLimits) await registerRateLimits(app, runtime);
  return app;
}
