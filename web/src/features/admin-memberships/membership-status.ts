import type { AdminMembership } from '#services/contract/membership.ts';
import { formatDate } from '#web/lib/london-time.ts';

export type MembershipStatus =
  | 'Active'
  | 'Cancelling'
  | 'Past due'
  /** Kept after the open payment was cancelled: nothing is due before the next charge. */
  | 'Not paid, kept'
  | 'Past due, ending'
  | 'Ended';

type StatusFacts = Pick<AdminMembership, 'status' | 'cancelAtPeriodEnd' | 'unpaidUntil'>;

/** The status as the list shows it. */
export const describeStatus = ({ status, cancelAtPeriodEnd, unpaidUntil }: StatusFacts): MembershipStatus => {
  if (status === 'ended') return 'Ended';
  if (status === 'past_due') {
    if (cancelAtPeriodEnd) return 'Past due, ending';
    return unpaidUntil === null ? 'Past due' : 'Not paid, kept';
  }
  return cancelAtPeriodEnd ? 'Cancelling' : 'Active';
};

/** What the status alone does not say; null for most. */
export const describeNextCharge = (membership: StatusFacts): string | null =>
  describeStatus(membership) === 'Not paid, kept' && membership.unpaidUntil !== null
    ? `This period is not charged. Next charge ${formatDate(membership.unpaidUntil)}`
    : null;
