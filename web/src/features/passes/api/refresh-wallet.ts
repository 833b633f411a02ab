import type { ScopedMutator } from 'swr';
import { isWalletKey } from '../../../lib/live-keys.ts';

/** Reads everything again that shows which passes the member has, and may buy. */
export const refreshWallet = async (mutate: ScopedMutator): Promise<void> => {
  await mutate(isWalletKey);
};
