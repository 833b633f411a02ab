import type { MembershipSessionAnswer, SubscribeBody } from '#services/contract/membership.ts';
import { ApiError, createUnsuccessfulError } from '#web/lib/api-error.ts';
import { post } from '#web/lib/http.ts';

/** An answer without a page, or without success and a sentence, in the spec's words. */
const failed = () => createUnsuccessfulError(200, 'Failed to create membership');

/** Creates a payment page for the membership and returns its URL. Throws `ApiError`: ALREADY_MEMBER, MEMBERSHIPS_CLOSED, CHANGED_SINCE. */
export const createPaymentLink = async (body: NonNullable<SubscribeBody>): Promise<string> => {
  const { success, sessionUrl } = await post<Partial<MembershipSessionAnswer>>(
    '/api/create-membership-subscription',
    body,
  ).catch((cause: unknown) => {
    throw cause instanceof ApiError && cause.code === 'UNSUCCESSFUL' && cause.message === ''
      ? failed()
      : cause;
  });
  if (success && sessionUrl) return sessionUrl;
  throw failed();
};
