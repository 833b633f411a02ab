import useSWR from 'swr';
import type { SpecialOfferAnswer } from '#services/contract/payments.ts';
import { request } from '#web/lib/http.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';

const offerKey = '/api/user/special-offer-eligibility';

/** The timestamp keeps browser and proxy caches out. */
const readUncached = (key: string) => request<SpecialOfferAnswer>(`${key}?_t=${Date.now()}`);

/** The days left of the member's special offer, 0 on the last; null without an offer, while loading or after a failure. */
export const useSpecialOffer = (isSignedIn: boolean): number | null => {
  const now = useStudioNow();
  const { data: offer } = useSWR(isSignedIn ? offerKey : null, readUncached);
  if (!offer?.eligible || offer.endsAt === null || Date.parse(offer.endsAt) < now) return null;
  return offer.daysLeft;
};
