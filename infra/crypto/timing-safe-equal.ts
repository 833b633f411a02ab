import { hash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that depends on neither their difference nor their lengths. */
export function secretsEqual(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
