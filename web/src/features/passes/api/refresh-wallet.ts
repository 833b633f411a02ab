import type { ScopedMutator } from 'swr';
import { creditsKey } from '../../auth/api/use-credits.ts';
import { currentUserKey } from '../../auth/api/use-current-user.ts';

const walletKeys = [currentUserKey, creditsKey, '/api/user/passes'];

/** Reads everything again that shows how many passes the member has. */
export const refreshWallet = async (mutate: ScopedMutator): Promise<void> => {
  await Promise.all(walletKeys.map((key) => mutate(key)));
};
