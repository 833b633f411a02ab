import type { ScopedMutator } from 'swr';
import { closuresKey } from '../timetable/api/use-closures.ts';

export const closuresPath = '/api/admin/closures';

/** Reloads what shows closing days. */
export const refreshClosures = (mutate: ScopedMutator): Promise<unknown> =>
  Promise.all([mutate(closuresPath), mutate(closuresKey)]);
