import { hash } from 'node:crypto';

/** 16 bytes that stand for a stream's name in indexes: names may be longer than an index entry can be. */
export function streamKey(stream: string): Buffer {
  return hash('sha256', stream, 'buffer').subarray(0, 16);
}

export function streamKeyText(stream: string): string {
  return streamKey(stream).toString('hex');
}
