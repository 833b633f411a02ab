import type { IncomingMessage, RequestListener } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FairQueue } from './fair-queue.ts';
import { longRoutes } from './long-routes.ts';

/** Reads are batched into few queries for some 25 ms; more concurrent ones would only make each batch's result larger. */
export const maxConcurrentReads = 256;
/**
 * How many reads start per tick of the event loop, by how long (ms) the oldest has been queued. Few, so that commands stay quick;
 * more as the queue ages, so that a slow machine rejects none of them (decision 60).
 */
export const getReadsPerTick = (oldestWaitMs: number): number =>
  Math.min(3 + Math.floor(0.75 * (oldestWaitMs / 1_000) ** 2), 64);
/** These stay open for long and mostly wait for something else, so they are not queued. */
const unqueuedPaths = new RegExp(
  `^(?:${['/api/events', ...longRoutes].map((route) => route.replaceAll(/:[^/]+/g, '[^/]+')).join('|')})$`,
);

const queuedMs = new WeakMap<IncomingMessage, number>();

/** How long (ms) a request was queued before Fastify received it. Its deadline, its span and its metrics include that time. */
export const getQueuedMs = (request: IncomingMessage): number => queuedMs.get(request) ?? 0;

/** How long (ms) ago a request arrived, including the time it was queued. */
export const getElapsedMs = ({ raw }: FastifyRequest, { elapsedTime }: FastifyReply): number =>
  getQueuedMs(raw) + elapsedTime;

function isQueuedRead({ method, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' || !url.startsWith('/api/')) return false;
  const query = url.indexOf('?');
  return !unqueuedPaths.test(query === -1 ? url : url.slice(0, query));
}

/**
 * Gives commands precedence over reads: limits how many reads run concurrently and how many start per tick of the event loop.
 * Under normal load no read waits.
 *
 * Reads are queued before Fastify sees them, so thousands of them within a second cost only the parsing of their requests. A read
 * that has waited `timeoutMs` is handed to `handler` regardless, which rejects it by its deadline.
 */
export function queueReads(handler: RequestListener, timeoutMs: number): RequestListener {
  const reads = new FairQueue({
    maxConcurrent: maxConcurrentReads,
    getStartsPerTick: getReadsPerTick,
    timeoutMs,
  });
  return (request, response) => {
    if (!isQueuedRead(request)) {
      handler(request, response);
      return;
    }
    const release = reads.enter((waitedMs) => {
      if (waitedMs > 0) queuedMs.set(request, waitedMs);
      handler(request, response);
    });
    // Emitted when the answer is sent, and when the client disconnects before.
    response.once('close', release);
  };
}
