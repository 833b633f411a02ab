import type { MembershipRedirectAnswer } from '#services/contract/membership.ts';
import { post } from '#web/lib/http.ts';

/** Starts a subscription and returns the URL of its payment page. Throws `ApiError`: ALREADY_MEMBER, MEMBERSHIPS_CLOSED. */
export const subscribe = async (): Promise<string> => {
  const { redirectUrl } = await post<MembershipRedirectAnswer>('/api/membership/subscribe');
  return redirectUrl;
};
