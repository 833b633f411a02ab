import useSWR, { type ScopedMutator } from 'swr';
import type { AdminMember, AdminMembersAnswer } from '../../../../services/contract/admin-members.ts';

export const membersPath = '/api/admin/members';

/** Every member, the newest first; read again when the window is looked at again. */
export const useMembers = (): {
  members: readonly AdminMember[] | undefined;
  error: Error | undefined;
  retry: () => void;
} => {
  const { data, error, mutate } = useSWR<AdminMembersAnswer | undefined, Error>(membersPath, {
    revalidateOnFocus: true,
    // Thousands of rows compared field by field take longer than showing them anew.
    compare: Object.is,
  });
  return { members: data?.members, error, retry: () => void mutate() };
};

/** Reads the list again; what a member's dialogs show, they read as they open. */
export const refreshMembers = async (mutate: ScopedMutator): Promise<void> => {
  await mutate(membersPath);
};
