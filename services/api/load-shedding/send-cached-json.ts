import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import type { CachedJson } from './cached-json.ts';

/** Sends JSON as it is, without the serialiser of the route's schema, and gzipped if the client accepts that. */
export function sendCachedJson(reply: FastifyReply, json: CachedJson, ending?: string): FastifyReply {
  reply.type('application/json; charset=utf-8');
  if (!json.isWorthCompressing) return reply.send(json.toBuffer(ending));
  reply.header('vary', 'accept-encoding');
  const accepted = reply.request.headers['accept-encoding'];
  if (accepted === undefined || negotiate(accepted, ['gzip']) === null)
    return reply.send(json.toBuffer(ending));
  return reply.header('content-encoding', 'gzip').send(json.toGzip(ending));
}
