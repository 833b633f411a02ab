import type { MembershipAnswer } from '#services/contract/membership.ts';
import { capitalise } from '#web/lib/capitalise.ts';

type Status = MembershipAnswer['status'];

/** Whether the membership has not ended; a second one cannot be bought beside it. */
export const isCurrent = (membership: { readonly status: Status } | undefined): boolean =>
  membership !== undefined && membership.status !== 'none' && membership.status !== 'ended';

/** 'Past due' */
export const formatStatus = (status: Status): string => capitalise(status.replaceAll('_', ' '));
