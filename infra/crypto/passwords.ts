import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default) with the parameters of OWASP: 19 MiB, two passes, one lane; about 20 ms of one core. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash with the same parameters that no password matches. */
const UNMATCHED_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$dGlkZWxpbmUtbm9ib2R5cw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The one form of a password (NIST SP 800-63B), since two keyboards may send one letter as different characters. */
export const normalisePassword = (password: string): string => password.normalize('NFKC');

/** Hashes a password to a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalisePassword(password), PARAMETERS);
}

/**
 * Whether the password is the one of the hash, in its one form or as it was typed, which older hashes are of.
 * `undefined` (no such account) takes as long as a wrong password and answers false. So the time of the answer does
 * not reveal who has an account.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const form = normalisePassword(password);
  for (const typed of form === password ? [form] : [form, password]) {
    const matches = await verify(storedHash ?? UNMATCHED_HASH, typed);
    if (matches) return storedHash !== undefined;
  }
  return false;
}
