/** Providers that ignore dots in the part before the @. */
const ignoresDots = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an address leads to, for comparison only: `Ann.Shore+pilates@gmail.com` → `annshore@gmail.com`. A provider may see
 * it otherwise, so two people must never be refused because of it.
 */
export function toMailbox(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [local = ''] = address.slice(0, at).split('+', 1);
  const host = address.slice(at + 1);
  if (!ignoresDots.has(host)) return `${local || address.slice(0, at)}@${host}`;
  return `${local.replaceAll('.', '')}@gmail.com`;
}
