import useSWR from 'swr';
import type { MembershipAvailabilityAnswer } from '../../../../../services/contract/membership.ts';

export const availabilityKey = '/api/settings/membership_availability';

/** Whether the studio takes new members; open when that cannot be read, and nothing is said about it. */
export const useSignUps = (): 'open' | 'closed' | 'unknown' => {
  const { data, error } = useSWR<MembershipAvailabilityAnswer | undefined>(availabilityKey, {
    onError: () => {},
  });
  if (data !== undefined) return data.setting.value === 'open' ? 'open' : 'closed';
  return error === undefined ? 'unknown' : 'open';
};
