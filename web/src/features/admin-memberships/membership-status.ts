import type { AdminMembership } from '../../../../services/contract/membership.ts';

/** How a membership stands, as the list names it. */
export type Standing = 'Active' | 'Cancelling' | 'Past due' | 'Ended';

export const standingOf = ({
  status,
  cancelAtPeriodEnd,
}: Pick<AdminMembership, 'status' | 'cancelAtPeriodEnd'>): Standing => {
  if (status === 'ended') return 'Ended';
  if (status === 'past_due') return 'Past due';
  return cancelAtPeriodEnd ? 'Cancelling' : 'Active';
};
