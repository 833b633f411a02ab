import type { MembershipSessionAnswer } from '#services/contract/membership.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { post } from '#web/lib/http.ts';

type Answer = Partial<MembershipSessionAnswer> & { readonly error?: string };

/** Creates a payment page for the membership and returns its URL. Throws `ApiError`: ALREADY_MEMBER, MEMBERSHIPS_CLOSED. */
export const createPaymentLink = async (): Promise<string> => {
  const { success, sessionUrl, error } = await post<Answer>('/api/create-membership-subscription');
  if (success && sessionUrl) return sessionUrl;
  const message = error || 'Failed to create membership';
  throw new ApiError({ status: 200, code: 'UNEXPECTED', message, raw: `200: ${message}` });
};
