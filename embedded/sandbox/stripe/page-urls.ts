import type { FastifyRequest } from 'fastify';

/** Makes absolute addresses under `/sandbox/stripe`, at the host by which the caller knows this server. */
export function pageUrls(request: FastifyRequest): (path: string) => string {
  return (path) => `${request.protocol}://${request.host}/sandbox/stripe/${path}`;
}
