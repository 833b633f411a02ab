import type { ScopedMutator } from 'swr';

const people = /^\/api\/admin\/(members(\/.*)?|memberships)$/;

/** Reloads what shows members to staff: their list, their pages and the memberships. */
export const refreshPeople = (mutate: ScopedMutator): Promise<unknown> =>
  mutate((key) => typeof key === 'string' && people.test(key));
