import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import { createSealer } from '#infra/crypto/sealer.ts';

/** A member's current and wanted address. */
export interface Addresses {
  readonly from: string;
  readonly to: string;
}

type Keys = Pick<MemberKeys, 'find'>;

export const sealAddresses = (keys: Keys, memberId: string, addresses: Addresses): Promise<string> =>
  createSealer(keys).seal(memberId, addresses);

/** Null once the member's key is destroyed. */
export async function openAddresses(keys: Keys, memberId: string, sealed: string): Promise<Addresses | null> {
  const opened = await createSealer(keys).open(memberId, sealed);
  if (!('from' in opened) || !('to' in opened)) return null;
  const { from, to } = opened;
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : null;
}
