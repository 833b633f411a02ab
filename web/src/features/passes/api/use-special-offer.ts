import useSWR from 'swr';
import type { SpecialOfferAnswer } from '../../../../../services/contract/payments.ts';
import { request } from '../../../lib/http.ts';
import { useStudioNow } from '../../../lib/studio-clock.ts';

const offerKey = '/api/user/special-offer-eligibility';

/** With a `_t` that no cache has seen. */
const readAnew = (key: string) => request<SpecialOfferAnswer>(`${key}?_t=${Date.now()}`);

/**
 * How many days the member still has for the special offer, 0 on the last; null while it is not theirs, not known, or
 * could not be read.
 */
export const useSpecialOffer = (signedIn: boolean): number | null => {
  const now = useStudioNow();
  const { data: offer } = useSWR(signedIn ? offerKey : null, readAnew);
  if (!offer?.eligible || offer.endsAt === null || Date.parse(offer.endsAt) < now) return null;
  return offer.daysLeft;
};
