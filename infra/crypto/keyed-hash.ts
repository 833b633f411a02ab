import { createHmac } from 'node:crypto';
import { deriveKey } from './master-key.ts';

/** Trims and lower-cases an address in NFKC, so that all ways to type it are equal. */
export function normaliseEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

/** Returns a function that hashes text to 64 hex digits; the text cannot be guessed without the key. */
export function createKeyedHash(rootKey: Buffer, purpose: string): (text: string) => string {
  const key = deriveKey(rootKey, purpose);
  return (text) => createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

/** Returns a hash of email addresses, which is the same however one is typed. Members and staff have different hashes. */
export function createEmailHash(
  rootKey: Buffer,
  of: 'members' | 'staff' = 'members',
): (email: string) => string {
  const hash = createKeyedHash(rootKey, of === 'members' ? 'email-hash' : 'staff-email-hash');
  return (email) => hash(normaliseEmail(email));
}
