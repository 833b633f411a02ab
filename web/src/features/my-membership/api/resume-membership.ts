import type { ResumeMembershipAnswer } from '#services/contract/membership.ts';
import { post } from '#web/lib/http.ts';

/** Undoes a cancellation before the period ends. Throws `ApiError`: MEMBERSHIP_NOT_FOUND, MEMBERSHIP_NOT_ACTIVE. */
export const resumeMembership = (id: number): Promise<ResumeMembershipAnswer> =>
  post<ResumeMembershipAnswer>(`/api/membership/${id}/resume`);
