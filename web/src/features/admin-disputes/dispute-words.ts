import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { DisputeEntry } from '#services/contract/disputes.ts';
import { capitalise } from '#web/lib/capitalise.ts';
import { formatCount } from '#web/lib/numbers.ts';

const reasons: Readonly<Record<string, string>> = {
  fraudulent: 'Did not pay it themselves',
  unrecognized: 'Payment not recognised',
  product_not_received: 'Service not received',
  product_unacceptable: 'Service not as described',
  subscription_canceled: 'Membership was cancelled',
  credit_not_processed: 'Refund not received',
  duplicate: 'Charged twice',
  general: 'No reason given',
};

/** The customer's complaint, as the bank reports it. */
export const formatReason = (reason: string): string =>
  reasons[reason] ?? capitalise(reason.replaceAll('_', ' '));

/** '8 days left', '5 hours left'. */
export function formatTimeLeft(dueAt: string, now: number): string {
  const leftMs = Date.parse(dueAt) - now;
  if (leftMs <= 0) return 'overdue';
  if (leftMs < millisecondsInHour) return 'less than an hour left';
  const days = Math.floor(leftMs / millisecondsInDay);
  return days >= 2
    ? `${days} days left`
    : `${formatCount(Math.floor(leftMs / millisecondsInHour), 'hour', 'hours')} left`;
}

export const disputesPath = '/api/admin/disputes';
export const getEvidencePath = (id: string): string => `${disputesPath}/${id}/evidence`;
/** The page with the evidence of a dispute. */
export const getDisputePage = ({ id }: Pick<DisputeEntry, 'id'>): string => `/admin/disputes/${id}`;
