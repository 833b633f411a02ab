import useSWR from 'swr';
import type { AdminMembershipsAnswer } from '../../../../services/contract/membership.ts';

export const membershipsPath = '/api/admin/memberships';

/** Every membership with its member, and what they come to. */
export const useMemberships = (): {
  answer: AdminMembershipsAnswer | undefined;
  error: Error | undefined;
  retry: () => void;
} => {
  const { data, error, mutate } = useSWR<AdminMembershipsAnswer | undefined, Error>(membershipsPath, {
    // Renewals and cancellations by members come from outside.
    revalidateOnFocus: true,
  });
  return { answer: data, error, retry: () => void mutate() };
};
