import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default) with the parameters of OWASP: 19 MiB, two passes, one lane; about 20 ms of one core. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash with the same parameters that no password matches. */
const UNMATCHED_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$dGlkZWxpbmUtbm9ib2R5cw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** Hashes a password to a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/**
 * Whether the password is the one of the hash. `undefined` (no such account) takes as long as a real hash and answers false,
 * so that the time of the answer doesn't tell who has an account.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(storedHash ?? UNMATCHED_HASH, password);
  return storedHash !== undefined && matches;
}
