import type { ScopedMutator } from 'swr';
import { refreshWallet } from '#web/lib/refresh-wallet.ts';
import { availabilityKey } from './use-membership-availability.ts';

/** Reloads the membership, the passes and whether memberships are on sale. */
export const refreshMembership = async (mutate: ScopedMutator): Promise<void> => {
  await Promise.all([refreshWallet(mutate), mutate(availabilityKey)]);
};
