import type { CompleteMembershipAnswer, CompleteMembershipBody } from '#services/contract/membership.ts';
import { post } from '#web/lib/http.ts';

/** Starts the membership that was paid for in a checkout session; idempotent. Throws `ApiError`: PAYMENT_NOT_FOUND, INVALID_INPUT. */
export const completeMembership = (body: CompleteMembershipBody): Promise<CompleteMembershipAnswer> =>
  post<CompleteMembershipAnswer>('/api/membership/complete', body);
