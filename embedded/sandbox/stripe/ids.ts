import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}

/** An id as Stripe makes them, e.g. `pi_` and 24 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

export function newClientSecret(id: string): string {
  return `${id}_secret_${randomText(25)}`;
}

/** Instants are whole seconds at Stripe. */
export function unixSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
