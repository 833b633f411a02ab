import type { EmailState } from './decider.ts';
import type { EmailEvent } from './events.ts';

interface EmailClaim {
  readonly memberId: string;
  readonly now: Date;
}

/** Takes a free address; one that is taken adds nothing: the caller looks at `claimedBy`. */
export function claimEmail(state: EmailState, { memberId, now }: EmailClaim): EmailEvent[] {
  if (state.claimedBy !== null) return [];
  return [{ type: 'EmailClaimed', data: { memberId, at: now.toISOString() } }];
}

/** Frees the address if it is this member's. */
export function releaseEmail(state: EmailState, { memberId, now }: EmailClaim): EmailEvent[] {
  if (state.claimedBy !== memberId) return [];
  return [{ type: 'EmailReleased', data: { memberId, at: now.toISOString() } }];
}
