import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { InviteLink } from '#infra/postgres/tables/staff-invites.ts';
import type { CommandDeps } from '../define-command.ts';
import { acceptsSharedPasswords } from './accepts-shared-passwords.ts';

interface InvitationDeps extends CommandDeps {
  readonly sharedPasswordMarks: { readonly admin: string };
}

/**
 * Whether an account is invited and still in this credential epoch. An invitation also ends with the epoch of the
 * account, or of the shared password, that sent it. So no user of a stolen session leaves one behind.
 */
export async function holdsInvitation(
  { deciders, sharedPasswordMarks }: InvitationDeps,
  { staffId, epoch, passwordMark }: InviteLink,
): Promise<boolean> {
  const { state } = await deciders.load(staffAccountDecider, staffId);
  if (state.status !== 'invited' || state.epoch !== epoch) return false;
  if (state.inviter === null) {
    const isSamePassword = passwordMark === null || passwordMark === sharedPasswordMarks.admin;
    return isSamePassword && (await acceptsSharedPasswords({ deciders }));
  }
  const { state: inviter } = await deciders.load(staffAccountDecider, state.inviter.staffId);
  return inviter.status === 'active' && inviter.epoch === state.inviter.epoch;
}
