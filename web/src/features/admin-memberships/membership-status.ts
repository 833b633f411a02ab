import type { AdminMembership } from '#services/contract/membership.ts';

export type MembershipStatus = 'Active' | 'Cancelling' | 'Past due' | 'Past due, ending' | 'Ended';

/** The status as the list shows it. */
export const describeStatus = ({
  status,
  cancelAtPeriodEnd,
}: Pick<AdminMembership, 'status' | 'cancelAtPeriodEnd'>): MembershipStatus => {
  if (status === 'ended') return 'Ended';
  if (status === 'past_due') return cancelAtPeriodEnd ? 'Past due, ending' : 'Past due';
  return cancelAtPeriodEnd ? 'Cancelling' : 'Active';
};
