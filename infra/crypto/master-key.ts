import { hkdfSync } from 'node:crypto';

/** Reads a master key of 32 bytes, given as 64 hex digits or as base64. Throws without saying what was given. */
export function parseMasterKey(text: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32) throw new Error('MASTER_KEY must be 32 bytes, as 64 hex digits or base64');
  return key;
}

/** A key of 32 bytes for one purpose, so that no two uses share a key. */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `tideline/${purpose}`, 32));
}
