import type { ScopedMutator } from 'swr';
import { isWalletKey } from '#web/lib/live-keys.ts';

/** Reloads everything that depends on the member's passes. */
export const refreshWallet = async (mutate: ScopedMutator): Promise<void> => {
  await mutate(isWalletKey);
};
