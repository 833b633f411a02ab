/** The push services of the browsers. Requests go only to these, so that an endpoint reaches no server of the inner network. */
const publicHosts: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
];

const sandboxPath = /^\/sandbox\/push\/[\w-]{1,100}$/;
const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the address to which messages for an endpoint are sent; null when no known push service has it. With a sandbox its own
 * endpoints, on any name of this machine or of the site, lead to the sandbox's address.
 */
export function resolveEndpoint(
  endpoint: string,
  { sandboxUrl, siteUrl }: { sandboxUrl: string | null; siteUrl: string },
): string | null {
  if (!URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return null;
  if (sandboxUrl !== null && sandboxPath.test(url.pathname)) {
    const isOwn = loopbackHosts.includes(url.hostname) || url.host === new URL(siteUrl).host;
    return isOwn ? sandboxUrl + url.pathname : null;
  }
  const isPublic = publicHosts.some((host) => host.test(url.hostname));
  return url.protocol === 'https:' && url.port === '' && isPublic ? url.href : null;
}
