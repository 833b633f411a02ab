import type { UserPass } from '#services/contract/wallet.ts';
import type { Tone } from '#web/components/ui/badge.tsx';

/** The three states of the API are those of a lot with something left, or of one that has expired. */
export type LotState = UserPass['state'] | 'used-up' | 'taken-back';

export const getLotState = ({ state, remaining, takenBack, passClasses }: UserPass): LotState => {
  if (state === 'expired' || remaining > 0) return state;
  return takenBack >= passClasses ? 'taken-back' : 'used-up';
};

export const describeState = (state: LotState): { label: string; tone: Tone } => {
  switch (state) {
    case 'used-up':
      return { label: 'Used up', tone: 'neutral' };
    case 'taken-back':
      return { label: 'Taken back', tone: 'neutral' };
    case 'active':
      return { label: 'Active', tone: 'kelp' };
    case 'expiring':
      return { label: 'Expiring Soon', tone: 'amber' };
    case 'expired':
      return { label: 'Expired', tone: 'neutral' };
  }
};

/** Whether nothing is left of a lot that has not expired: it is of interest for its history only. */
export const isSpent = (pass: UserPass): boolean => pass.state !== 'expired' && pass.remaining === 0;

/** 'Expires today', 'Expires tomorrow', '12 days remaining', or 'Expired'. */
export const formatDaysLeft = ({ state, daysLeft }: Pick<UserPass, 'state' | 'daysLeft'>): string => {
  if (state === 'expired' || daysLeft < 0) return 'Expired';
  if (daysLeft === 0) return 'Expires today';
  return daysLeft === 1 ? 'Expires tomorrow' : `${daysLeft} days remaining`;
};

const getRank = (pass: UserPass): number => {
  if (pass.state === 'expired') return 2;
  return isSpent(pass) ? 1 : 0;
};

/** Sorts usable lots by soonest expiry, the order of use; then used-up and expired ones, latest expiry first. */
export const sortPasses = (passes: readonly UserPass[]): UserPass[] =>
  passes.toSorted((a, b) => {
    if (getRank(a) !== getRank(b)) return getRank(a) - getRank(b);
    const byExpiry = Date.parse(a.expiresAt) - Date.parse(b.expiresAt);
    return getRank(a) === 0 ? byExpiry : -byExpiry;
  });
