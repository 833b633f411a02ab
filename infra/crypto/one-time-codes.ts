import { Secret, TOTP } from 'otpauth';
import { createKeyedHash } from './keyed-hash.ts';

/** The parameters of RFC 6238 that every authenticator app supports. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 asks for 160 bits. */
const secretBytes = 20;
/** Clocks may differ by one step of 30 seconds, and a person may type slowly. */
const stepsAround = 1;

const codePattern = /^\d{6}$/;

/** Makes the secret of an app, in base32, from at least 20 random bytes. */
export function formatSecret(bytes: Uint8Array): string {
  if (bytes.length < secretBytes) throw new Error('The secret of an authenticator app needs 20 bytes');
  return new Secret({ buffer: new Uint8Array(bytes.subarray(0, secretBytes)).buffer }).base32;
}

/** Returns a function that derives the secret of a set-up that is under way; it cannot be computed without the key. */
export function createSetupSecrets(rootKey: Buffer): (setup: string) => string {
  const hash = createKeyedHash(rootKey, 'second-factor-setup');
  return (setup) => formatSecret(Buffer.from(hash(setup), 'hex'));
}

/** The address that an authenticator app reads from the QR code. */
export function formatAppAddress(
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): string {
  return new TOTP({ ...parameters, secret, issuer, label }).toString();
}

/** The 30-second step of RFC 6238 that a code belongs to; null for a code that is wrong at this time. */
export function findCodeStep(secret: string, code: string, nowMs: number): number | null {
  // The library throws for six characters that are more than six bytes.
  if (!codePattern.test(code)) return null;
  const totp = new TOTP({ ...parameters, secret });
  const delta = totp.validate({ token: code, timestamp: nowMs, window: stepsAround });
  return delta === null ? null : totp.counter({ timestamp: nowMs }) + delta;
}
