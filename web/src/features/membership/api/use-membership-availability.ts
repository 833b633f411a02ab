import useSWR from 'swr';
import type { MembershipAvailabilityAnswer } from '#services/contract/membership.ts';

export const availabilityKey = '/api/settings/membership_availability';

/** Whether memberships are on sale; open when the setting cannot be loaded, without an error message. */
export const useMembershipAvailability = (): 'open' | 'closed' | 'unknown' => {
  const { data, error } = useSWR<MembershipAvailabilityAnswer | undefined>(availabilityKey, {
    onError: () => {},
  });
  if (data !== undefined) return data.setting.value === 'open' ? 'open' : 'closed';
  return error === undefined ? 'unknown' : 'open';
};
