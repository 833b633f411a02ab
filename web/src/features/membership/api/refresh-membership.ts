import type { ScopedMutator } from 'swr';
import { refreshWallet } from '../../passes/api/refresh-wallet.ts';
import { availabilityKey } from './use-sign-ups.ts';

/** Reads again whether there is a membership, what it gives, and whether one can be had. */
export const refreshMembership = async (mutate: ScopedMutator): Promise<void> => {
  await Promise.all([refreshWallet(mutate), mutate(availabilityKey)]);
};
