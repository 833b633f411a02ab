import type { CancelMembershipAnswer, CancelMembershipBody } from '#services/contract/membership.ts';
import { post } from '#web/lib/http.ts';

/**
 * Cancels a membership at the end of its period, or an unpaid one immediately.
 * Throws `ApiError`: MEMBERSHIP_NOT_FOUND, MEMBERSHIP_NOT_ACTIVE, MEMBERSHIP_PAID.
 */
export const cancelMembership = (
  id: number,
  body: NonNullable<CancelMembershipBody>,
): Promise<CancelMembershipAnswer> => post<CancelMembershipAnswer>(`/api/membership/${id}/cancel`, body);
