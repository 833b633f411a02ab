import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasMetrics, measure } from '#infra/telemetry/metrics.ts';
import { isTracing, type OpenSpan, openSpan } from '#infra/telemetry/spans.ts';
import { getElapsedMs, getQueuedMs } from '../load-shedding/read-queue.ts';

/** What stays open as long as its reader likes, and what is asked every other second, say nothing by their times. */
const leftOut = new Set(['/api/events', '/health/live', '/health/serving', '/health/ready']);

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none';

/**
 * A span and a measure for each request, by the pattern of its route: a URL may carry ids and tokens. A `traceparent` that comes from
 * outside is not followed: anyone could write it. Adds nothing while neither is asked for.
 */
export function registerTelemetry(app: FastifyInstance): void {
  if (isTracing()) traceRequests(app);
  if (hasMetrics()) measureRequests(app);
}

function traceRequests(app: FastifyInstance): void {
  const open = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = routeOf(request);
    if (leftOut.has(route)) return done();
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'tideline.request.id': request.id,
      'tideline.request.waited_ms': Math.round(getQueuedMs(request.raw)),
    };
    const span = openSpan(`${request.method} ${route}`, { kind: 'server', attributes });
    open.set(request, span);
    // Fastify carries it past the reading of the body, to the handler.
    return span.within(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = open.get(request);
    span?.note({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? new ServerFault() : undefined);
    done();
  });
}

/** What a span of an answer from 500 on is marked with; what went wrong stands on the spans below it. */
class ServerFault extends Error {}

function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    if (!leftOut.has(route)) {
      measure('tideline_http_request_duration_seconds', getElapsedMs(request, reply) / 1_000, {
        method: request.method,
        route,
        status: String(reply.statusCode),
      });
    }
    done();
  });
}
