import { createECDH } from 'node:crypto';
import { deriveKey } from '../crypto/master-key.ts';

/** The keys that identify this installation to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * Derives the keys from the root key, which is created at the first start and sealed by the master key. Every process has the same
 * ones, and subscriptions outlive a rotation of the master key.
 */
export function deriveVapidKeys(rootKey: Buffer): VapidKeys {
  const curve = createECDH('prime256v1');
  // A number outside the curve's order has a chance of 1 in 2^32, and `setPrivateKey` refuses it.
  curve.setPrivateKey(deriveKey(rootKey, 'vapid'));
  return {
    publicKey: curve.getPublicKey('base64url', 'uncompressed'),
    privateKey: curve.getPrivateKey('base64url').padStart(43, 'A'),
  };
}
