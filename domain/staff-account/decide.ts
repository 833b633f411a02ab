import { Refusal } from '../refusal.ts';
import type { StaffAccountState } from './decider.ts';
import type { Inviter, StaffAccountEvent, StaffRole } from './events.ts';

interface About {
  readonly staffId: string;
  readonly now: Date;
}

/** A session or link of a credential epoch, which authorises a change. */
interface InEpoch {
  readonly epoch: number;
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

const nameInviter = (inviter: Inviter | null): { inviter?: Inviter } => (inviter === null ? {} : { inviter });

/** Invites a new account. Appends nothing for an id that is in use. */
export function inviteStaff(
  state: StaffAccountState,
  { staffId, role, email, inviter, now }: About & { role: StaffRole; email: string; inviter: Inviter | null },
): StaffAccountEvent[] {
  if (state.status !== 'unknown') return [];
  const data = { staffId, role, personal: { email }, ...nameInviter(inviter), at: now.toISOString() };
  return [{ type: 'StaffInvited', data }];
}

/** Sends another link to an account that has not joined. @throws Refusal STAFF_NOT_FOUND, STAFF_JOINED */
export function inviteStaffAgain(
  state: StaffAccountState,
  { staffId, inviter, now }: About & { inviter: Inviter | null },
): StaffAccountEvent[] {
  assertThere(state);
  if (state.status === 'active') throw new Refusal('STAFF_JOINED');
  return [{ type: 'StaffInvitedAgain', data: { staffId, ...nameInviter(inviter), at: now.toISOString() } }];
}

/** Completes an invited account with a name and a password, by a link of `epoch`. @throws Refusal INVALID_INVITE */
export function joinStaff(
  state: StaffAccountState,
  { staffId, name, passwordHash, epoch, now }: About & InEpoch & { name: string; passwordHash: string },
): StaffAccountEvent[] {
  if (state.status !== 'invited' || state.epoch !== epoch) throw new Refusal('INVALID_INVITE');
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

/**
 * Sets another password hash, which raises the epoch; the caller has verified the current password. Appends nothing
 * when the caller's epoch is over. @throws Refusal STAFF_NOT_FOUND
 */
export function changeStaffPassword(
  state: StaffAccountState,
  { staffId, passwordHash, epoch, now }: About & InEpoch & { passwordHash: string },
): StaffAccountEvent[] {
  if (state.status !== 'active') throw new Refusal('STAFF_NOT_FOUND');
  if (state.epoch !== epoch) return [];
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
