import { TOTP } from 'otpauth';

const stepMs = 30_000;

/** An authenticator app with this secret. `code` is the one of `steps` half minutes from now; one step from now is accepted too. */
export function createAuthenticator(secret: string) {
  const totp = new TOTP({ secret });
  return { code: (steps = 0) => totp.generate({ timestamp: Date.now() + steps * stepMs }) };
}
