import type { MembershipAnswer } from '../../../../services/contract/membership.ts';

type Status = MembershipAnswer['status'];

/** Whether the membership has not ended; a second one cannot be bought beside it. */
export const isCurrent = (membership: { readonly status: Status } | undefined): boolean =>
  membership?.status === 'active' || membership?.status === 'past_due';

/** 'Past due' */
export const formatStatus = (status: Status): string => {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
