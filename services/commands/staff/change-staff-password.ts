import { Refusal } from '#domain/refusal.ts';
import { changeStaffPassword as decide } from '#domain/staff-account/decide.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Sets another password, which ends the credential epoch; the caller has verified the current one. Returns the new epoch.
 * @throws Refusal STAFF_NOT_FOUND; SIGNED_OUT when the caller's epoch is over
 */
export const changeStaffPassword = defineCommand(
  'change-staff-password',
  async (
    { deciders }: CommandDeps,
    { staffId, passwordHash, epoch }: { staffId: string; passwordHash: string; epoch: number },
    context,
  ) => {
    const { position, state, events } = await deciders.handle(
      staffAccountDecider,
      staffId,
      context,
      (current) => decide(current, { staffId, passwordHash, epoch, now: context.now }),
    );
    if (state.status !== 'active' || events.length === 0) throw new Refusal('SIGNED_OUT');
    return { position, epoch: state.epoch };
  },
);
