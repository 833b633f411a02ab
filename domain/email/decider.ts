import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { EmailEvent } from './events.ts';

export interface EmailState {
  /** The member who has this address; null when it is free. */
  readonly claimedBy: string | null;
}

function evolveEmail(_state: EmailState, event: EmailEvent): EmailState {
  switch (event.type) {
    case 'EmailClaimed':
      return { claimedBy: event.data.memberId };
    case 'EmailReleased':
      return { claimedBy: null };
    default:
      return assertNever(event);
  }
}

/** One stream per address, named by its keyed hash. */
export const emailDecider: Decider<EmailState, EmailEvent> = {
  stream: (emailHash) => `email-${emailHash}`,
  initial: { claimedBy: null },
  evolve: evolveEmail,
};
