import { domainToUnicode } from 'node:url';

/** An address as people write it (`ann@xn--mnchen-3ya.de` → `ann@münchen.de`), for pages; mail goes to the stored form. */
export function formatEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (!email.includes('xn--', at)) return email;
  const domain = domainToUnicode(email.slice(at + 1));
  return domain === '' ? email : `${email.slice(0, at)}@${domain}`;
}
