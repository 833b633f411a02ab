import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import type { CachedJson } from './cached-json.ts';

/** Sends what is JSON already, and `ending` after it, past the serialiser of the route's schema: compressed to who takes it so. */
export function sendCachedJson(reply: FastifyReply, kept: CachedJson, ending?: string): FastifyReply {
  reply.type('application/json; charset=utf-8');
  if (!kept.isWorthCompressing) return reply.send(kept.plain(ending));
  reply.header('vary', 'accept-encoding');
  const accepted = reply.request.headers['accept-encoding'];
  if (accepted === undefined || negotiate(accepted, ['gzip']) === null) return reply.send(kept.plain(ending));
  return reply.header('content-encoding', 'gzip').send(kept.gzipped(ending));
}
