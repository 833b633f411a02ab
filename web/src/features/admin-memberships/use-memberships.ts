import type { AdminMembershipsAnswer } from '#services/contract/membership.ts';
import { useRead } from '#web/lib/use-read.ts';

export const membershipsPath = '/api/admin/memberships';

/** All memberships with their members, and the statistics. */
export const useMemberships = () =>
  useRead<AdminMembershipsAnswer>(membershipsPath, {
    // No live update reports renewals and the members' own cancellations.
    revalidateOnFocus: true,
  });
