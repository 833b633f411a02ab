interface MembershipBalance {
  readonly status: string;
  readonly remainingPasses: number;
}

interface PassBalance {
  readonly label: 'Membership' | 'Passes';
  readonly count: number;
  readonly isHighlighted: boolean;
}

/** The membership while it is active and has passes left, otherwise the regular passes (spec 000 section 4). */
export const getPassBalance = (
  regularPasses: number,
  membership: MembershipBalance | undefined,
): PassBalance => {
  if (membership?.status === 'active' && membership.remainingPasses > 0)
    return { label: 'Membership', count: membership.remainingPasses, isHighlighted: true };
  return { label: 'Passes', count: Math.max(0, regularPasses), isHighlighted: false };
};
