import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { Inviter, StaffAccountEvent, StaffRole } from './events.ts';

interface Credentials {
  readonly role: StaffRole;
  /**
   * The credential epoch: sessions and invitations hold only for the epoch in which they were made. Starts at 1; another
   * role or password raises it, and a removal ends it.
   */
  readonly epoch: number;
}

/** What decisions about an account need. It holds no personal data, so that none stays in memory. */
export type StaffAccountState =
  | { readonly status: 'unknown' }
  | (Credentials & {
      readonly status: 'invited';
      readonly invitations: number;
      /** The inviting account and its epoch, which the invitation depends on; null for a shared password. */
      readonly inviter: Inviter | null;
    })
  | (Credentials & { readonly status: 'active' })
  | { readonly status: 'removed' };

function evolveStaffAccount(state: StaffAccountState, event: StaffAccountEvent): StaffAccountState {
  switch (event.type) {
    case 'StaffInvited':
      return {
        status: 'invited',
        role: event.data.role,
        epoch: 1,
        invitations: 1,
        inviter: event.data.inviter ?? null,
      };
    case 'StaffInvitedAgain':
      return state.status === 'invited'
        ? { ...state, invitations: state.invitations + 1, inviter: event.data.inviter ?? null }
        : state;
    case 'StaffJoined':
      return state.status === 'invited' ? { status: 'active', role: state.role, epoch: state.epoch } : state;
    case 'StaffRoleChanged':
      return state.status === 'invited' || state.status === 'active'
        ? { ...state, role: event.data.role, epoch: state.epoch + 1 }
        : state;
    case 'StaffPasswordChanged':
      return state.status === 'active' ? { ...state, epoch: state.epoch + 1 } : state;
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
