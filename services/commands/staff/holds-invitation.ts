import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { CommandDeps } from '../define-command.ts';

/**
 * Whether an account is invited and still in this credential epoch. An invitation also ends with the epoch of the account that sent it,
 * so that nobody who used a stolen session leaves one behind.
 */
export async function holdsInvitation(
  { deciders }: CommandDeps,
  { staffId, epoch }: { staffId: string; epoch: number },
): Promise<boolean> {
  const { state } = await deciders.load(staffAccountDecider, staffId);
  if (state.status !== 'invited' || state.epoch !== epoch) return false;
  if (state.inviter === null) return true;
  const { state: inviter } = await deciders.load(staffAccountDecider, state.inviter.staffId);
  return inviter.status === 'active' && inviter.epoch === state.inviter.epoch;
}
