import { Refusal } from '../refusal.ts';
import type { StaffAccountState } from './decider.ts';
import type { StaffAccountEvent, StaffRole } from './events.ts';

interface About {
  readonly staffId: string;
  readonly now: Date;
}

/** A change that staff cannot make to their own account. */
interface ByAnother extends About {
  /** The staff member who makes it; null when signed in by a shared password. */
  readonly by: string | null;
}

/** @throws Refusal STAFF_SELF */
function assertAnother({ staffId, by }: ByAnother): void {
  if (staffId === by) throw new Refusal('STAFF_SELF');
}

/** @throws Refusal STAFF_NOT_FOUND */
function assertThere(
  state: StaffAccountState,
): asserts state is Extract<StaffAccountState, { status: 'invited' | 'active' }> {
  if (state.status === 'unknown' || state.status === 'removed') throw new Refusal('STAFF_NOT_FOUND');
}

/** Invites a new account. Appends nothing for an id that is in use. */
export function inviteStaff(
  state: StaffAccountState,
  { staffId, role, email, now }: About & { role: StaffRole; email: string },
): StaffAccountEvent[] {
  if (state.status !== 'unknown') return [];
  return [{ type: 'StaffInvited', data: { staffId, role, personal: { email }, at: now.toISOString() } }];
}

/** Sends another link to an account that has not joined. @throws Refusal STAFF_NOT_FOUND, STAFF_JOINED */
export function inviteStaffAgain(state: StaffAccountState, { staffId, now }: About): StaffAccountEvent[] {
  assertThere(state);
  if (state.status === 'active') throw new Refusal('STAFF_JOINED');
  return [{ type: 'StaffInvitedAgain', data: { staffId, at: now.toISOString() } }];
}

/** Completes an invited account with a name and a password. @throws Refusal INVALID_INVITE */
export function joinStaff(
  state: StaffAccountState,
  { staffId, name, passwordHash, now }: About & { name: string; passwordHash: string },
): StaffAccountEvent[] {
  if (state.status !== 'invited') throw new Refusal('INVALID_INVITE');
  return [
    { type: 'StaffJoined', data: { staffId, personal: { name, passwordHash }, at: now.toISOString() } },
  ];
}

/** @throws Refusal STAFF_NOT_FOUND, STAFF_SELF */
export function changeStaffRole(
  state: StaffAccountState,
  change: ByAnother & { readonly role: StaffRole },
): StaffAccountEvent[] {
  const { staffId, role, now } = change;
  assertThere(state);
  assertAnother(change);
  if (state.role === role) return [];
  return [{ type: 'StaffRoleChanged', data: { staffId, role, at: now.toISOString() } }];
}

/** Sets another password hash; the caller has verified the current password. @throws Refusal STAFF_NOT_FOUND */
export function changeStaffPassword(
  state: StaffAccountState,
  { staffId, passwordHash, now }: About & { passwordHash: string },
): StaffAccountEvent[] {
  if (state.status !== 'active') throw new Refusal('STAFF_NOT_FOUND');
  return [
    { type: 'StaffPasswordChanged', data: { staffId, personal: { passwordHash }, at: now.toISOString() } },
  ];
}

/** Removes an account for good. Appends nothing for a removed one. @throws Refusal STAFF_NOT_FOUND, STAFF_SELF */
export function removeStaff(state: StaffAccountState, removal: ByAnother): StaffAccountEvent[] {
  const { staffId, now } = removal;
  if (state.status === 'removed') return [];
  assertThere(state);
  assertAnother(removal);
  return [{ type: 'StaffRemoved', data: { staffId, at: now.toISOString() } }];
}
