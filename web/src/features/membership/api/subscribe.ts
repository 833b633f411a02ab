import type { MembershipRedirectAnswer, SubscribeBody } from '#services/contract/membership.ts';
import { post } from '#web/lib/http.ts';

/** Starts a subscription and returns the URL of its payment page. Throws `ApiError`: ALREADY_MEMBER, MEMBERSHIPS_CLOSED, CHANGED_SINCE. */
export const subscribe = async (body: NonNullable<SubscribeBody>): Promise<string> => {
  const { redirectUrl } = await post<MembershipRedirectAnswer>('/api/membership/subscribe', body);
  return redirectUrl;
};
