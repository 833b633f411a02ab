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
