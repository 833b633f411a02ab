import type { FastifyRequest } from 'fastify';

/** Whether a form came from this site's own pages. A client that is no browser sends neither header. */
export function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || URL.parse(headers.origin)?.host === host;
}
