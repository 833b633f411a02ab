import type { RatesAnswer } from '#services/contract/pay.ts';
import { useRead } from '#web/lib/use-read.ts';

export const ratesPath = '/api/admin/rates';

/** What every instructor's classes pay. */
export const useRates = () => useRead<RatesAnswer>(ratesPath, { revalidateOnFocus: true });
