import useSWR, { type ScopedMutator } from 'swr';
import type { AdminPass, AdminPassesAnswer } from '../../../../services/contract/admin-passes.ts';

export const passesPath = '/api/admin/class-passes';

/** The whole catalogue, off sale too; live. */
export const usePasses = (): {
  passes: readonly AdminPass[] | undefined;
  error: Error | undefined;
  retry: () => void;
} => {
  const { data, error, mutate } = useSWR<AdminPassesAnswer | undefined, Error>(passesPath);
  return { passes: data?.classPasses, error, retry: () => void mutate() };
};

/** Reads again what shows the catalogue, here and on the site. */
export const refreshPasses = async (mutate: ScopedMutator): Promise<void> => {
  await Promise.all([mutate(passesPath), mutate('/api/class-passes')]);
};
