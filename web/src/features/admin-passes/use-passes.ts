import type { ScopedMutator } from 'swr';
import type { AdminPassesAnswer } from '#services/contract/admin-passes.ts';
import { useRead } from '#web/lib/use-read.ts';

export const passesPath = '/api/admin/class-passes';

/** The whole catalogue, including passes off sale; live updates refresh it. */
export const usePasses = () => useRead<AdminPassesAnswer>(passesPath);

/** Reloads the staff's catalogue and the public one. */
export const refreshPasses = (mutate: ScopedMutator): Promise<unknown> =>
  Promise.all([mutate(passesPath), mutate('/api/class-passes')]);
