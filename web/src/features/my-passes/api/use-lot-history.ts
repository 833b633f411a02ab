import type { LotHistoryAnswer } from '#services/contract/wallet.ts';
import { useRead } from '#web/lib/use-read.ts';

/** Every event of one lot; undefined while loading. */
export const useLotHistory = (lotId: string) => {
  const path = `/api/user/passes/${encodeURIComponent(lotId)}/history`;
  const { data, hasFailed, retry } = useRead<LotHistoryAnswer>(path);
  return { history: data, hasFailed, retry };
};
