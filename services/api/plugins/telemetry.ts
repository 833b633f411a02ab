import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasMetrics, measure } from '#infra/telemetry/metrics.ts';
import { isTracing, type OpenSpan, openSpan } from '#infra/telemetry/spans.ts';
import { getElapsedMs, getQueuedMs } from '../load-shedding/read-queue.ts';

/** Event streams stay open for hours, and health checks run every other second: their durations are meaningless. */
const unmeasuredRoutes = new Set(['/api/events', '/health/live', '/health/serving', '/health/ready']);

const getRoute = (request: FastifyRequest): string => request.routeOptions.url ?? 'none';

/**
 * A span and a duration for each request, by the pattern of its route, since a URL may contain ids and tokens. A client's
 * `traceparent` is ignored, since any client could forge one. Adds no hooks while tracing and metrics are off.
 */
export function registerTelemetry(app: FastifyInstance): void {
  if (isTracing()) traceRequests(app);
  if (hasMetrics()) measureRequests(app);
}

function traceRequests(app: FastifyInstance): void {
  const open = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = getRoute(request);
    if (unmeasuredRoutes.has(route)) return done();
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'tideline.request.id': request.id,
      'tideline.request.waited_ms': Math.round(getQueuedMs(request.raw)),
    };
    const span = openSpan(`${request.method} ${route}`, { kind: 'server', attributes });
    open.set(request, span);
    // Fastify keeps this async context through the parsing of the body up to the handler.
    return span.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = open.get(request);
    span?.setAttributes({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? new ServerFault() : undefined);
    done();
  });
}

/** Marks the span of an answer with status 500 or above; the spans below it have the details. */
class ServerFault extends Error {}

function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = getRoute(request);
    if (!unmeasuredRoutes.has(route)) {
      measure('tideline_http_request_duration_seconds', getElapsedMs(request, reply) / 1_000, {
        method: request.method,
        route,
        status: String(reply.statusCode),
      });
    }
    done();
  });
}
