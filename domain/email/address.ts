/** What may stand before the @ (RFC 5322, without quotes). No mail provider delivers to other alphabets there yet. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const domainLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const topLevel = /^([a-z]{2,}|xn--[a-z0-9-]+)$/i;

/** A domain in ASCII (`münchen.de` → `xn--mnchen-3ya.de`); null when there can be no such domain. */
function toAsciiDomain(domain: string): string | null {
  if (/^[\w.-]+$/.test(domain)) return domain;
  if (!/^[\p{L}\p{M}\p{N}.\-。\u200c\u200d]+$/u.test(domain)) return null;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/**
 * An email address as it is stored and sent to: as it was typed, with a domain of another alphabet in ASCII. Addresses are compared
 * in lower case. Text that is no address is returned trimmed.
 */
export function normaliseEmailAddress(text: string): string {
  // A phone's keyboard types a curly apostrophe in o'brien@example.com.
  const typed = text.normalize('NFKC').replaceAll('’', "'");
  const address = typed.trim();
  // A line break is no typing error: it would begin another header of a mail.
  if (/[\r\n]/.test(typed.replace(address, ''))) return typed;
  const at = address.lastIndexOf('@');
  const domain = at === -1 ? null : toAsciiDomain(address.slice(at + 1));
  return domain === null ? address : `${address.slice(0, at)}@${domain}`;
}

/** Whether a normalised text can be an email address. */
export function isEmailAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const labels = address.slice(at + 1).split('.');
  return (
    at > 0 &&
    local.length <= 64 &&
    address.length <= 254 &&
    localPart.test(local) &&
    labels.length > 1 &&
    labels.every((label) => domainLabel.test(label)) &&
    topLevel.test(labels.at(-1) ?? '')
  );
}
