import type { StaffEmailState } from './decider.ts';
import type { StaffEmailEvent } from './events.ts';

/**
 * Takes an address that is free or that `after` had, whose account is no more. One that another has adds nothing: the
 * caller looks at `claimedBy`.
 */
export function claimStaffEmail(
  { claimedBy }: StaffEmailState,
  { staffId, after, now }: { staffId: string; after: string | null; now: Date },
): StaffEmailEvent[] {
  if (claimedBy !== after || claimedBy === staffId) return [];
  return [{ type: 'StaffEmailClaimed', data: { staffId, at: now.toISOString() } }];
}
