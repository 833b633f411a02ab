import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';

/** The canonical text of a UUID message in either form. */
export function parseUUID(message: UUID | undefined): string {
  const structured = message?.getStructured();
  if (!structured) return message?.getString() ?? '';
  const half = (bits: string): string => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');
  const hex = half(structured.getMostSignificantBits()) + half(structured.getLeastSignificantBits());
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
