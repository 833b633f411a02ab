import type { AdminClass } from '#services/contract/admin-schedule.ts';

type ClassCounts = Pick<AdminClass, 'status' | 'spotsLeft' | 'bookedCount' | 'maxCapacity'>;

/** The status in the list: red when full, orange from 80 % on, else green (spec 001 section 4). */
export const describeClassStatus = ({
  status,
  spotsLeft,
  bookedCount,
  maxCapacity,
}: ClassCounts): { text: string; tone: 'rust' | 'amber' | 'kelp' } => {
  if (status !== 'OPEN') return { text: status, tone: 'rust' };
  const isNearlyFull = bookedCount >= maxCapacity * 0.8;
  return {
    text: spotsLeft === 1 ? '1 spot left' : `${spotsLeft} spots left`,
    tone: isNearlyFull ? 'amber' : 'kelp',
  };
};
