import type { Config } from '#infra/config/config.ts';

type Site = Pick<Config, 'isBehindTls'>;

/**
 * Behind TLS the prefix makes browsers refuse a cookie that was set without TLS or by a neighbouring host name. It demands the
 * path `/` of all cookies.
 */
export const getCookieName = ({ isBehindTls }: Site, name: string) => (isBehindTls ? `__Host-${name}` : name);

/** Scripts cannot read the cookie, and browsers leave it out of every request that another site caused. */
export function formatCookie(
  { isBehindTls }: Site,
  { name, value, maxAgeSeconds }: { name: string; value: string; maxAgeSeconds: number },
): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; ${attributes}${isBehindTls ? '; Secure' : ''}`;
}

/** The value of a cookie in the header `Cookie`; null without one. */
export function readCookie(header: string | undefined, name: string): string | null {
  const prefix = `${name}=`;
  const cookies = (header ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) || null;
}
