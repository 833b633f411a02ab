import type { UserPass } from '../../../../services/contract/wallet.ts';
import type { Tone } from '../../components/ui/badge.tsx';

/** A lot's state in the spec's words. */
export const passState = (state: UserPass['state']): { label: string; tone: Tone } => {
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
export const daysLeftText = ({ state, daysLeft }: Pick<UserPass, 'state' | 'daysLeft'>): string => {
  if (state === 'expired' || daysLeft < 0) return 'Expired';
  if (daysLeft === 0) return 'Expires today';
  return daysLeft === 1 ? 'Expires tomorrow' : `${daysLeft} days remaining`;
};

const rank = ({ state, remaining }: UserPass): number => {
  if (state === 'expired') return 2;
  return remaining > 0 ? 0 : 1;
};

/** The order in which the passes are used: soonest expiry first; then the used-up and the expired, the latest first. */
export const sortPasses = (passes: readonly UserPass[]): UserPass[] =>
  passes.toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    const byExpiry = Date.parse(a.expiresAt) - Date.parse(b.expiresAt);
    return rank(a) === 0 ? byExpiry : -byExpiry;
  });
