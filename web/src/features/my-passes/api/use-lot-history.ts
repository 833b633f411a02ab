import useSWR from 'swr';
import type { LotHistoryAnswer } from '../../../../../services/contract/wallet.ts';

interface LotHistory {
  readonly history: LotHistoryAnswer | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Every event of one lot; undefined while they load. */
export const useLotHistory = (lotId: string): LotHistory => {
  const { data, error, mutate } = useSWR<LotHistoryAnswer | undefined>(
    `/api/user/passes/${encodeURIComponent(lotId)}/history`,
  );
  return { history: data, failed: data === undefined && error !== undefined, retry: () => void mutate() };
};
