import type { EmailState } from './decider.ts';
import type { EmailEvent } from './events.ts';

interface EmailClaim {
  readonly memberId: string;
  readonly now: Date;
}

/** Claims a free address. Appends nothing when it is taken: the caller reads `claimedBy`. */
export function claimEmail(state: EmailState, { memberId, now }: EmailClaim): EmailEvent[] {
  if (state.claimedBy !== null) return [];
  return [{ type: 'EmailClaimed', data: { memberId, at: now.toISOString() } }];
}

/** Releases the address if it is this member's. */
export function releaseEmail(state: EmailState, { memberId, now }: EmailClaim): EmailEvent[] {
  if (state.claimedBy !== memberId) return [];
  return [{ type: 'EmailReleased', data: { memberId, at: now.toISOString() } }];
}
