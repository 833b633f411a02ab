import type { IncomingMessage, RequestListener } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FairQueue } from './fair-queue.ts';
import { longRoutes } from './long-routes.ts';

/** Looks are gathered into few queries for some 25 ms; many more at once would only make what each batch answers larger. */
export const maxConcurrentReads = 256;
/**
 * How many looks begin before the event loop hears what commands wait for, when the first in line has waited this long (ms).
 * Few, so that commands are quick; more as the looks wait longer, so that on a slow machine none of them is turned away (ADR 31).
 */
export const getReadsPerTick = (waitedMs: number): number =>
  Math.min(3 + Math.floor(0.75 * (waitedMs / 1_000) ** 2), 64);
/** These are open for long, and most of the time wait for something else. */
const takesItsTime = new RegExp(
  `^(?:${['/api/events', ...longRoutes].map((route) => route.replaceAll(/:[^/]+/g, '[^/]+')).join('|')})$`,
);

const waited = new WeakMap<IncomingMessage, number>();

/** How long (ms) a request stood in line before the rest of the API heard of it; its deadline and its measures count that too. */
export const getQueuedMs = (request: IncomingMessage): number => waited.get(request) ?? 0;

/** How long (ms) ago a request came, by the same count. */
export const getElapsedMs = ({ raw }: FastifyRequest, { elapsedTime }: FastifyReply): number =>
  getQueuedMs(raw) + elapsedTime;

function isLook({ method, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' || !url.startsWith('/api/')) return false;
  const query = url.indexOf('?');
  return !takesItsTime.test(query === -1 ? url : url.slice(0, query));
}

/**
 * What someone asks to have done goes before what someone looks at: of the latter only so many are under way at once, and only
 * so many begin before the event loop looks after the others again. While few people look nobody waits.
 *
 * They stand in line before `handler` hears of them: when thousands look within a second, all that they cost until their turn is the
 * reading of their request. Once `patienceMs` are over one is given to `handler` all the same.
 */
export function queueReads(handler: RequestListener, patienceMs: number): RequestListener {
  const looks = new FairQueue({ atOnce: maxConcurrentReads, aTurn: getReadsPerTick, patienceMs });
  return (request, response) => {
    if (!isLook(request)) {
      handler(request, response);
      return;
    }
    const leave = looks.take((waitedMs) => {
      if (waitedMs > 0) waited.set(request, waitedMs);
      handler(request, response);
    });
    // Comes when the answer is out, and when whoever asked has gone before.
    response.once('close', leave);
  };
}
