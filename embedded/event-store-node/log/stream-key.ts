import { hash } from 'node:crypto';

/** Hashes a stream's name to 16 bytes for indexes, because names may be longer than an index entry can be. */
export function streamKey(stream: string): Buffer {
  return hash('sha256', stream, 'buffer').subarray(0, 16);
}

export function streamKeyText(stream: string): string {
  return streamKey(stream).toString('hex');
}
