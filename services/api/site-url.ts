import type { FastifyRequest } from 'fastify';
import type { Config } from '#infra/config/config.ts';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Where the site is for the person who asks, to be sent back to. On one's own machine it has several names, and a session
 * is kept under the one that is in use; anywhere else it is what the configuration says, whatever the request claims.
 */
export function getSiteUrl(
  { host }: Pick<FastifyRequest, 'host'>,
  { siteUrl }: Pick<Config, 'siteUrl'>,
): string {
  return loopback.test(new URL(siteUrl).host) && loopback.test(host) ? `http://${host}` : siteUrl;
}
