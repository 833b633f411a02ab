import type { AdminMembership } from '#services/contract/membership.ts';
import { formatDate } from '#web/lib/london-time.ts';

export type MembershipStatus =
  | 'Active'
  | 'Cancelling'
  | 'Paused'
  | 'Paused, ending'
  | 'Past due'
  /** Continues after the open payment was cancelled: nothing is due before the next charge. */
  | 'Not paid, kept'
  | 'Past due, ending'
  | 'Ended';

type StatusFacts = Pick<AdminMembership, 'status' | 'cancelAtPeriodEnd' | 'unpaidUntil' | 'pause'>;

/** The status as the list shows it. */
export const describeStatus = ({ status, cancelAtPeriodEnd, unpaidUntil }: StatusFacts): MembershipStatus => {
  if (status === 'ended') return 'Ended';
  if (status === 'past_due') {
    if (cancelAtPeriodEnd) return 'Past due, ending';
    return unpaidUntil === null ? 'Past due' : 'Not paid, kept';
  }
  if (status === 'paused') return cancelAtPeriodEnd ? 'Paused, ending' : 'Paused';
  return cancelAtPeriodEnd ? 'Cancelling' : 'Active';
};

/** What the status alone does not show; null for most. */
export const describeNextCharge = (membership: StatusFacts): string | null => {
  const { unpaidUntil, pause } = membership;
  const status = describeStatus(membership);
  if (status === 'Not paid, kept' && unpaidUntil !== null)
    return `This period is not charged. Next charge ${formatDate(unpaidUntil)}`;
  if (pause === null) return null;
  if (status === 'Paused') return `Paused to ${formatDate(pause.until)}, then charged again`;
  return status === 'Active' ? `Paused from ${formatDate(pause.from)} to ${formatDate(pause.until)}` : null;
};

/** Whether the next period can be paused; the server knows whether in time and how often. */
export const canPause = ({ status, cancelAtPeriodEnd, pause }: StatusFacts): boolean =>
  status === 'active' && !cancelAtPeriodEnd && pause === null;

/** Whether a pause is planned that has not begun. */
export const canWithdrawPause = ({ status, pause }: StatusFacts): boolean =>
  status === 'active' && pause !== null;
