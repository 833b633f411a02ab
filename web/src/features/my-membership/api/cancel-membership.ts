import type { CancelMembershipAnswer } from '#services/contract/membership.ts';
import { post } from '#web/lib/http.ts';

/** Cancels a membership at the end of its period. Throws `ApiError`: MEMBERSHIP_NOT_FOUND, MEMBERSHIP_NOT_ACTIVE. */
export const cancelMembership = (id: number): Promise<CancelMembershipAnswer> =>
  post<CancelMembershipAnswer>(`/api/membership/${id}/cancel`);
