import type { FastifyRequest } from 'fastify';

/** Returns a function that makes absolute URLs under `/sandbox/stripe`, at the request's host. */
export function createPageUrl(request: FastifyRequest): (path: string) => string {
  return (path) => `${request.protocol}://${request.host}/sandbox/stripe/${path}`;
}
