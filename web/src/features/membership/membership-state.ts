import type { MembershipAnswer } from '../../../../services/contract/membership.ts';

type Status = MembershipAnswer['status'];

/** Whether there is a membership that has not ended: nothing else can be bought beside it. */
export const isLive = (membership: { readonly status: Status } | undefined): boolean =>
  membership?.status === 'active' || membership?.status === 'past_due';

/** A status as people read it. */
export const statusName = (status: Status): string => {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
