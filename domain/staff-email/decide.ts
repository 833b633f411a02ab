import type { StaffEmailState } from './decider.ts';
import type { StaffEmailEvent } from './events.ts';

/**
 * Claims an address that is free, or that belonged to the removed account `after`. Appends nothing when another
 * account has it: the caller reads `claimedBy`.
 */
export function claimStaffEmail(
  { claimedBy }: StaffEmailState,
  { staffId, after, now }: { staffId: string; after: string | null; now: Date },
): StaffEmailEvent[] {
  if (claimedBy !== after || claimedBy === staffId) return [];
  return [{ type: 'StaffEmailClaimed', data: { staffId, at: now.toISOString() } }];
}
