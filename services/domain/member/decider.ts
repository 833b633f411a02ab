import type { Decider } from '../decider.ts';
import { unreachable } from '../unreachable.ts';
import type { Consent, MemberEvent } from './events.ts';

/** What decisions about a member need. Personal data is not in it, so that none stays in memory. */
export interface MemberState {
  readonly status: 'unknown' | 'active' | 'erased';
  readonly consents: ReadonlySet<Consent>;
}

function evolveMember(state: MemberState, event: MemberEvent): MemberState {
  switch (event.type) {
    case 'MemberSignedUp':
      return { ...state, status: 'active' };
    case 'MemberChanged':
    case 'HealthAnswersChanged':
    case 'PasswordChanged':
      return state;
    case 'ConsentGiven':
      return { ...state, consents: new Set(state.consents).add(event.data.consent) };
    case 'ConsentWithdrawn':
      return {
        ...state,
        consents: new Set([...state.consents].filter((consent) => consent !== event.data.consent)),
      };
    case 'MemberErased':
      return { status: 'erased', consents: new Set() };
    default:
      return unreachable(event);
  }
}

export const memberDecider: Decider<MemberState, MemberEvent> = {
  stream: (memberId) => `member-${memberId}`,
  initial: { status: 'unknown', consents: new Set() },
  evolve: evolveMember,
};
