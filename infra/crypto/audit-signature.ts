import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { deriveKey } from './master-key.ts';

/** The public key, and a fingerprint to compare by eye. */
export interface PublicSigningKey {
  /** Ed25519, SPKI in base64. */
  readonly publicKey: string;
  /** The first 16 bytes of its SHA-256, in groups of four hex digits. */
  readonly fingerprint: string;
}

/** Signs exported evidence. */
export interface AuditSigner extends PublicSigningKey {
  /** Returns the signature of a text in base64. */
  sign(text: string): string;
}

/** The PKCS #8 prefix of a 32-byte Ed25519 key. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export function fingerprintOf(publicKey: string): string {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 32);
  return (digest.match(/.{4}/g) ?? []).join(' ');
}

/** Creates the installation's signer; the same root key always gives the same signing key. */
export function createAuditSigner(rootKey: Buffer): AuditSigner {
  const seed = deriveKey(rootKey, 'audit-signature');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
  return {
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64'),
  };
}

/** Whether the owner of the public key signed this text. False also when the key or the signature is malformed. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519') return false;
    return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
