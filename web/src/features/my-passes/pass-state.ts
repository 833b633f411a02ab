import type { UserPass } from '#services/contract/wallet.ts';
import type { Tone } from '#web/components/ui/badge.tsx';

export const describeState = (state: UserPass['state']): { label: string; tone: Tone } => {
  switch (state) {
    case 'active':
      return { label: 'Active', tone: 'kelp' };
    case 'expiring':
      return { label: 'Expiring Soon', tone: 'amber' };
    case 'expired':
      return { label: 'Expired', tone: 'neutral' };
  }
};

/** 'Expires today', 'Expires tomorrow', '12 days remaining', or 'Expired'. */
export const formatDaysLeft = ({ state, daysLeft }: Pick<UserPass, 'state' | 'daysLeft'>): string => {
  if (state === 'expired' || daysLeft < 0) return 'Expired';
  if (daysLeft === 0) return 'Expires today';
  return daysLeft === 1 ? 'Expires tomorrow' : `${daysLeft} days remaining`;
};

const getRank = ({ state, remaining }: UserPass): number => {
  if (state === 'expired') return 2;
  return remaining > 0 ? 0 : 1;
};

/** Sorts usable lots by soonest expiry, the order of use; then used-up and expired ones, latest expiry first. */
export const sortPasses = (passes: readonly UserPass[]): UserPass[] =>
  passes.toSorted((a, b) => {
    if (getRank(a) !== getRank(b)) return getRank(a) - getRank(b);
    const byExpiry = Date.parse(a.expiresAt) - Date.parse(b.expiresAt);
    return getRank(a) === 0 ? byExpiry : -byExpiry;
  });
