import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function createRandomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}

/** An id in Stripe's format, e.g. `pi_` and 24 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${createRandomText(24)}`;
}

export function newClientSecret(id: string): string {
  return `${id}_secret_${createRandomText(25)}`;
}

/** Stripe's timestamps are whole seconds. */
export function toUnixSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
