import { TOTP } from 'otpauth';

const stepMs = 30_000;

/**
 * An authenticator app with this secret. `code` is that of `steps` half minutes from now; those of one step ago, of now and of the next
 * are right, so a test that uses the three in order waits for nothing.
 */
export function createAuthenticator(secret: string) {
  const totp = new TOTP({ secret });
  return { code: (steps = 0) => totp.generate({ timestamp: Date.now() + steps * stepMs }) };
}
