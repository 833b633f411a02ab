import type { UserPassesAnswer } from '#services/contract/wallet.ts';
import { useRead } from '#web/lib/use-read.ts';

/** Every lot of passes that the member has had; undefined while loading. */
export const useUserPasses = () => {
  const { data, hasFailed, retry } = useRead<UserPassesAnswer>('/api/user/passes');
  return { passes: data, hasFailed, retry };
};
