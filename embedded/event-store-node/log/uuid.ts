const CANONICAL = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LOOSE = /^[{(]?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})[)}]?$/i;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Converts any usual form of a UUID to lower case with dashes; undefined when it is not a UUID. */
export function canonicalUuid(text: string): string | undefined {
  if (text.length === 36 && CANONICAL.test(text)) return text;
  const parts = LOOSE.exec(text);
  return parts ? parts.slice(1, 6).join('-').toLowerCase() : undefined;
}

export function isNilUuid(canonical: string): boolean {
  return canonical === NIL;
}

/** Converts 16 bytes to lower case with dashes. */
export function uuidFromBytes(bytes: Buffer): string {
  return addDashes(bytes.toString('hex'));
}

/** Converts canonical text to 16 bytes. */
export function uuidToBytes(canonical: string): Buffer {
  return Buffer.from(canonical.replaceAll('-', ''), 'hex');
}

/** Converts the two halves of the structured form to canonical text. */
export function uuidFromHalves(most: bigint, least: bigint): string {
  return addDashes(toHex64(most) + toHex64(least));
}

/** Converts canonical text to the two unsigned halves of the structured form. */
export function uuidToHalves(canonical: string): { most: bigint; least: bigint } {
  const hex = canonical.replaceAll('-', '');
  return { most: BigInt(`0x${hex.slice(0, 16)}`), least: BigInt(`0x${hex.slice(16)}`) };
}

function toHex64(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16).padStart(16, '0');
}

function addDashes(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
