/** What a file's bytes turned out to be written in. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const startsWith = (bytes: Uint8Array, ...mark: number[]) =>
  mark.every((byte, index) => bytes[index] === byte);

/** UTF-16 without a mark: every second byte of a mostly Latin text is zero. */
function findUnmarkedUtf16(bytes: Uint8Array): TextEncoding | null {
  const sample = bytes.subarray(0, 2_000);
  if (sample.length < 4) return null;
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = sample.length * 0.3;
  if (odd > most && even < odd / 4) return 'utf-16le';
  return even > most && odd < even / 4 ? 'utf-16be' : null;
}

function findEncoding(bytes: Uint8Array): TextEncoding {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  const unmarked = findUnmarkedUtf16(bytes);
  if (unmarked !== null) return unmarked;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    // What Excel for Windows writes; every byte has a meaning in it.
    return 'windows-1252';
  }
}

/** Decodes a text file by its byte order mark or else its bytes. */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: TextEncoding } {
  const encoding = findEncoding(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}
