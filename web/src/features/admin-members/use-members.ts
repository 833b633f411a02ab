import type { ScopedMutator } from 'swr';
import type { AdminMembersAnswer } from '#services/contract/admin-members.ts';
import { useRead } from '#web/lib/use-read.ts';

export const membersPath = '/api/admin/members';

/** All members, the newest first. */
export const useMembers = () =>
  useRead<AdminMembersAnswer>(membersPath, {
    revalidateOnFocus: true,
    // Rendering thousands of rows again is faster than comparing them field by field.
    compare: Object.is,
  });

/** Reloads the list. The dialogs of a member load their data when they open. */
export const refreshMembers = (mutate: ScopedMutator): Promise<unknown> => mutate(membersPath);
