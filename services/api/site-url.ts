import type { FastifyRequest } from 'fastify';
import type { Config } from '#infra/config/config.ts';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * The site's URL for links and redirects of this request. On loopback it is the host in use, since a browser stores
 * its session under that name. Anywhere else it is the configured one, and the request's Host is ignored.
 */
export function getSiteUrl(
  { host }: Pick<FastifyRequest, 'host'>,
  { siteUrl }: Pick<Config, 'siteUrl'>,
): string {
  return loopback.test(new URL(siteUrl).host) && loopback.test(host) ? `http://${host}` : siteUrl;
}
