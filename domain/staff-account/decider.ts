import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { Inviter, StaffAccountEvent, StaffRole } from './events.ts';

interface Credentials {
  readonly role: StaffRole;
  /**
   * The credential epoch: sessions and invitations hold only for the epoch in which they were made. Starts at 1; another
   * role or password and another state of the second factor raise it, and a removal ends it.
   */
  readonly epoch: number;
}

/** The second step of signing in. Secret and hashes stay in the stream. */
export interface SecondFactor {
  /** Counts the sets of recovery codes of the account, so that a number means a code of one set. */
  readonly codeSet: number;
  readonly unusedCodes: readonly number[];
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
  | (Credentials & {
      readonly status: 'active';
      readonly secondFactor: SecondFactor | null;
    })
  | { readonly status: 'removed' };

function evolveRecoveryCodes(
  { codeSet, unusedCodes }: SecondFactor,
  event: Extract<StaffAccountEvent, { type: 'StaffRecoveryCodesMade' | 'StaffRecoveryCodeUsed' }>,
): SecondFactor {
  if (event.type === 'StaffRecoveryCodeUsed') {
    return { codeSet, unusedCodes: unusedCodes.filter((number) => number !== event.data.number) };
  }
  return {
    codeSet: codeSet + 1,
    unusedCodes: Array.from({ length: event.data.count }, (_, number) => number),
  };
}

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
      return state.status === 'invited'
        ? { status: 'active', role: state.role, epoch: state.epoch, secondFactor: null }
        : state;
    case 'StaffRoleChanged':
      return state.status === 'invited' || state.status === 'active'
        ? { ...state, role: event.data.role, epoch: state.epoch + 1 }
        : state;
    case 'StaffPasswordChanged':
      return state.status === 'active' ? { ...state, epoch: state.epoch + 1 } : state;
    case 'StaffSecondFactorAdded':
      return state.status === 'active'
        ? { ...state, epoch: state.epoch + 1, secondFactor: { codeSet: 0, unusedCodes: [] } }
        : state;
    case 'StaffRecoveryCodesMade':
    case 'StaffRecoveryCodeUsed':
      return state.status === 'active' && state.secondFactor !== null
        ? { ...state, secondFactor: evolveRecoveryCodes(state.secondFactor, event) }
        : state;
    case 'StaffSecondFactorRemoved':
      return state.status === 'active' ? { ...state, epoch: state.epoch + 1, secondFactor: null } : state;
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
