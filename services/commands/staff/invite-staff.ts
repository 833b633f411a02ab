import { Refusal } from '#domain/refusal.ts';
import { inviteStaff as decide } from '#domain/staff-account/decide.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { Inviter, StaffRole } from '#domain/staff-account/events.ts';
import { claimStaffEmail } from '#domain/staff-email/decide.ts';
import { staffEmailDecider } from '#domain/staff-email/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

interface InviteStaffDeps extends CommandDeps {
  /** The same for every spelling of an address, and reveals nothing. */
  readonly staffEmailHash: (email: string) => string;
  /** Creates the key that seals the account's personal data, unless there is one. */
  readonly memberKeys: { create(staffId: string): Promise<void> };
}

/**
 * Claims the address, then creates the invited account; a worker sends the link. A claim whose account was never
 * created, because of a crash, is taken over. The address of a removed account is free for a new one. `staffId` is a
 * fresh uuid; the result's `staffId` counts.
 * @throws Refusal STAFF_EMAIL_TAKEN
 */
export const inviteStaff = defineCommand(
  'invite-staff',
  async (
    { deciders, staffEmailHash, memberKeys }: InviteStaffDeps,
    invite: { staffId: string; role: StaffRole; email: string; inviter: Inviter | null },
    context,
  ) => {
    const { now } = context;
    const address = staffEmailHash(invite.email);
    const { claimedBy } = (await deciders.load(staffEmailDecider, address)).state;
    const holder = claimedBy === null ? null : (await deciders.load(staffAccountDecider, claimedBy)).state;
    if (holder?.status === 'invited' || holder?.status === 'active') throw new Refusal('STAFF_EMAIL_TAKEN');
    // An account that was never created keeps its id; a removed one is replaced.
    const after = holder?.status === 'unknown' ? null : claimedBy;
    const claim = await deciders.handle(staffEmailDecider, address, context, (state) =>
      claimStaffEmail(state, { staffId: invite.staffId, after, now }),
    );
    const staffId = claim.state.claimedBy;
    if (staffId === null) throw new Error('The claimed address has no owner');
    await memberKeys.create(staffId);
    const { position, events } = await deciders.handle(staffAccountDecider, staffId, context, (state) =>
      decide(state, { ...invite, staffId, now }),
    );
    // A concurrent request invited them.
    if (events.length === 0) throw new Refusal('STAFF_EMAIL_TAKEN');
    return { staffId, position };
  },
);
