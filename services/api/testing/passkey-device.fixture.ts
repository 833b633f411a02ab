import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  type PasskeyOptionsAnswer,
  type PasskeyRequestAnswer,
  passkeyOptionsAnswer,
  passkeyRequestAnswer,
} from '#services/contract/passkeys.ts';
import type { Answer, StudioClient } from '#tools/testing/studio-client.ts';

const base64 = (data: Buffer | string) => Buffer.from(data).toString('base64url');
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** The head of a CBOR text or bytes of up to 255 bytes. */
const cborHead = (major: number, length: number) =>
  length < 24 ? Buffer.from([(major << 5) | length]) : Buffer.from([(major << 5) | 24, length]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);

/** User present and verified; with the public key of a new passkey. */
const flags = { used: 0x05, made: 0x45 } as const;

/** A device that makes passkeys and signs with them, as a phone does. Each part of what it signs can be forged. */
export class PasskeyDevice {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = base64(randomBytes(32));
  userHandle: string | undefined;
  origin: string;
  #counter = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  #authenticatorData(rpId: string, flag: number, more: readonly Buffer[] = []): Buffer {
    this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), counter, ...more]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  /** What the browser sends for a new passkey. */
  create({ challenge, rpId, userHandle }: PasskeyOptionsAnswer) {
    this.userHandle = userHandle;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const [credentialId, xBytes, yBytes] = [this.id, x, y].map((part) => Buffer.from(part, 'base64url'));
    // EC2, ES256, P-256
    const coseKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(xBytes ?? Buffer.alloc(0)),
      Buffer.from([0x22]),
      cborBytes(yBytes ?? Buffer.alloc(0)),
    ]);
    const data = this.#authenticatorData(rpId, flags.made, [
      Buffer.alloc(16),
      Buffer.from([0, 32]),
      credentialId ?? Buffer.alloc(0),
      coseKey,
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(data),
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64(this.#clientData('webauthn.create', challenge)),
        attestationObject: base64(attestation),
      },
    };
  }

  /** What the browser sends to sign in. */
  sign({ challenge, rpId }: Pick<PasskeyRequestAnswer, 'challenge' | 'rpId'>) {
    const clientData = this.#clientData('webauthn.get', challenge);
    const data = this.#authenticatorData(rpId, flags.used);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64(clientData),
        authenticatorData: base64(data),
        signature: base64(signature),
        ...(this.userHandle === undefined ? {} : { userHandle: this.userHandle }),
      },
    };
  }

  /** Makes a passkey for the member of the client. */
  async addTo(client: StudioClient): Promise<Answer> {
    const options = await client.expect(passkeyOptionsAnswer, 'POST', '/api/user/passkeys/options');
    return client.call('POST', '/api/user/passkeys', this.create(options));
  }

  async signIn(visitor: StudioClient, choice: { keepSignedIn?: boolean } = {}): Promise<Answer> {
    const options = await visitor.expect(passkeyRequestAnswer, 'POST', '/api/auth/passkey/options');
    return visitor.call('POST', '/api/auth/passkey', { ...this.sign(options), ...choice });
  }
}
