import { createHmac } from 'node:crypto';
import { deriveKey } from './master-key.ts';

/** The same address however it is typed: trimmed, NFKC, lower case. */
export function normaliseEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

/** A function that turns an email address into 64 hex digits: the same for the same address, and telling nothing without the key. */
export function createEmailHash(masterKey: Buffer): (email: string) => string {
  const key = deriveKey(masterKey, 'email-hash');
  return (email) => createHmac('sha256', key).update(normaliseEmail(email), 'utf8').digest('hex');
}
