/** The names and addresses by which only this machine reaches itself. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a host, or the host of a URL, is this machine's own; without one the default is, which listens on loopback. */
export function isLoopback(hostOrUrl: string | undefined): boolean {
  if (hostOrUrl === undefined) return true;
  if (!hostOrUrl.includes('://')) return LOOPBACK.test(hostOrUrl);
  return URL.canParse(hostOrUrl) && LOOPBACK.test(new URL(hostOrUrl).hostname);
}
