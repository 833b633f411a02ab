import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { deriveKey } from './master-key.ts';

/** The key that anyone may know, and a short name for it to compare by eye. */
export interface PublicSigningKey {
  /** Ed25519, SPKI in base64. */
  readonly publicKey: string;
  /** The first 16 bytes of its SHA-256, in groups of four hex digits. */
  readonly fingerprint: string;
}

/** Signs what leaves the studio as evidence. */
export interface AuditSigner extends PublicSigningKey {
  /** The signature of a text, base64. */
  sign(text: string): string;
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The short name of a public key. */
export function fingerprintOf(publicKey: string): string {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 32);
  return (digest.match(/.{4}/g) ?? []).join(' ');
}

/** The installation's signer: the same root key always gives the same key. */
export function createAuditSigner(rootKey: Buffer): AuditSigner {
  const seed = deriveKey(rootKey, 'audit-signature');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
  return {
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64'),
  };
}

/** Whether the owner of the public key signed this text. False too when key or signature can't be read. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519') return false;
    return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
