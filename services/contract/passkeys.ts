import { z } from 'zod';
import { commandAnswer } from './errors.ts';
import { instant } from './values.ts';

const unreadable = 'This passkey cannot be read. Please try again.';
const bytes = (max: number) =>
  z
    .string(unreadable)
    .max(max, unreadable)
    .regex(/^[A-Za-z0-9_-]+$/, unreadable);
const id = bytes(1_400);

const passkey = z.object({
  id,
  browser: z.string().describe('The kind of browser that made it'),
  madeAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** GET /api/user/passkeys: the member's passkeys, the oldest first. */
export const passkeysAnswer = commandAnswer.extend({ passkeys: z.array(passkey) });
export type PasskeysAnswer = z.infer<typeof passkeysAnswer>;

/** DELETE /api/user/passkeys/{id} */
export const passkeyParams = z.object({ id });

/** POST /api/user/passkeys/options: what the browser makes a passkey of. */
export const passkeyOptionsAnswer = commandAnswer.extend({
  challenge: z.string(),
  rpId: z.string(),
  rpName: z.string(),
  userHandle: z.string(),
  exclude: z.array(z.string()).describe('The passkeys that the member has, so that no device makes a second'),
});
export type PasskeyOptionsAnswer = z.infer<typeof passkeyOptionsAnswer>;

/** POST /api/user/passkeys: the new passkey, as `navigator.credentials.create` gives it. */
export const newPasskeyBody = z.object({
  id,
  rawId: id,
  type: z.literal('public-key', unreadable),
  response: z.object({ clientDataJSON: bytes(4_000), attestationObject: bytes(20_000) }, unreadable),
});

/** POST /api/auth/passkey/options: what the browser signs with a passkey; the same for everyone but for the challenge. */
export const passkeyRequestAnswer = commandAnswer.extend({ challenge: z.string(), rpId: z.string() });
export type PasskeyRequestAnswer = z.infer<typeof passkeyRequestAnswer>;

/** POST /api/auth/passkey: the signed challenge, as `navigator.credentials.get` gives it. */
export const passkeySignInBody = z.object({
  id,
  rawId: id,
  type: z.literal('public-key', unreadable),
  response: z.object(
    {
      clientDataJSON: bytes(4_000),
      authenticatorData: bytes(4_000),
      signature: bytes(8_000),
      userHandle: bytes(100).optional(),
    },
    unreadable,
  ),
  keepSignedIn: z.boolean().default(false),
});
