import { hkdfSync } from 'node:crypto';

/** Parses a master key of 32 bytes, as 64 hex digits or base64. The error does not contain the text. */
export function parseMasterKey(text: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32) throw new Error('MASTER_KEY must be 32 bytes, as 64 hex digits or base64');
  return key;
}

/** Derives a key of 32 bytes for one purpose, so that no two purposes share a key. */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `tideline/${purpose}`, 32));
}
