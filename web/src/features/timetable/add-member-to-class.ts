import type { AddMemberBody, AdminClass } from '#services/contract/admin-schedule.ts';
import { post } from '#web/lib/http.ts';
import { decideClass } from './decide-class.ts';

/**
 * Staff add a member to a class as the page shows it. Resolves to false when they do not go on after a question.
 * Throws `ApiError`: CLASS_FULL, NO_PASS and others.
 */
export const addMemberToClass = async (shown: AdminClass, userId: string): Promise<boolean> => {
  const wording = { confirmLabel: 'Add to This Class', overlapLabel: 'Add to Both', isForMember: true };
  const added = await decideClass(shown, wording, (decision) => {
    const body: AddMemberBody = { userId, classId: shown.id, ...decision };
    return post<unknown>('/api/admin/add-member-to-class', body);
  });
  return added !== undefined;
};
