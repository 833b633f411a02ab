import type { HappeningRow, WaitlistStatusRow } from '../../projections/read-models/waitlist/queries.ts';
import type { WaitlistHappening, WaitlistStatus } from '../contract/waitlist.ts';

/** The caller and the waitlist of a class; an offer only while it can be claimed. */
export function describeWaitlistStatus(row: WaitlistStatusRow, now: Date): WaitlistStatus {
  const { waitlistCount, position, offeredUntil } = row;
  const isOffered = offeredUntil !== null && offeredUntil >= now;
  return {
    isOnWaitlist: position !== null,
    waitlistCount,
    position,
    offer: isOffered ? { until: offeredUntil.toISOString() } : null,
  };
}

export function describeHappening({ at, what, isMine, reason }: HappeningRow): WaitlistHappening {
  return { at: at.toISOString(), what, mine: isMine, reason };
}
