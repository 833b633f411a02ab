import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { StaffAccountEvent, StaffRole } from './events.ts';

/** What decisions about an account need. It holds no personal data, so that none stays in memory. */
export type StaffAccountState =
  | { readonly status: 'unknown' }
  | { readonly status: 'invited'; readonly role: StaffRole; readonly invitations: number }
  | { readonly status: 'active'; readonly role: StaffRole }
  | { readonly status: 'removed' };

function evolveStaffAccount(state: StaffAccountState, event: StaffAccountEvent): StaffAccountState {
  switch (event.type) {
    case 'StaffInvited':
      return { status: 'invited', role: event.data.role, invitations: 1 };
    case 'StaffInvitedAgain':
      return state.status === 'invited' ? { ...state, invitations: state.invitations + 1 } : state;
    case 'StaffJoined':
      return state.status === 'invited' ? { status: 'active', role: state.role } : state;
    case 'StaffRoleChanged':
      return state.status === 'invited' || state.status === 'active'
        ? { ...state, role: event.data.role }
        : state;
    case 'StaffPasswordChanged':
      return state;
    case 'StaffRemoved':
      return { status: 'removed' };
    default:
      return assertNever(event);
  }
}

export const staffAccountDecider: Decider<StaffAccountState, StaffAccountEvent> = {
  stream: (staffId) => `staff-${staffId}`,
  initial: { status: 'unknown' },
  evolve: evolveStaffAccount,
};
