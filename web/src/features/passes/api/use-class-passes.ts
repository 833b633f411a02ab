import useSWR from 'swr';
import type { CatalogueProduct, ClassPassesAnswer } from '../../../../../services/contract/catalogue.ts';

/** The passes on sale, cheapest way in first, as the server orders them. */
export const useClassPasses = (): {
  passes: readonly CatalogueProduct[] | undefined;
  failed: boolean;
  retry: () => void;
} => {
  const { data, error, mutate } = useSWR<ClassPassesAnswer | undefined>('/api/class-passes');
  return {
    passes: data?.classPasses,
    failed: data === undefined && error !== undefined,
    retry: () => void mutate(),
  };
};
