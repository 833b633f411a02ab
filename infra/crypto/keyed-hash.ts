import { createHmac } from 'node:crypto';
import { deriveKey } from './master-key.ts';

/** The same address however it is typed: trimmed, NFKC, lower case. */
export function normaliseEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

/** A function that turns text into 64 hex digits: the same for the same text and purpose, and telling nothing without the key. */
export function createKeyedHash(rootKey: Buffer, purpose: string): (text: string) => string {
  const key = deriveKey(rootKey, purpose);
  return (text) => createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

/** The same of an email address, however it is typed. Members and staff have a name space each. */
export function createEmailHash(
  rootKey: Buffer,
  of: 'members' | 'staff' = 'members',
): (email: string) => string {
  const hash = createKeyedHash(rootKey, of === 'members' ? 'email-hash' : 'staff-email-hash');
  return (email) => hash(normaliseEmail(email));
}
