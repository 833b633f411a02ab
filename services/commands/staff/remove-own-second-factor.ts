import { Refusal } from '#domain/refusal.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { removeOwnSecondFactor as decide } from '#domain/staff-account/second-factor.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Removes the second factor of the caller's own account, which ends the credential epoch; the caller has verified the
 * password and a code. Returns the new epoch.
 * @throws Refusal STAFF_NOT_FOUND, SECOND_FACTOR_MISSING; SIGNED_OUT when the caller's epoch is over
 */
export const removeOwnSecondFactor = defineCommand(
  'remove-own-second-factor',
  async ({ deciders }: CommandDeps, removal: { staffId: string; epoch: number }, context) => {
    const { position, state, events } = await deciders.handle(
      staffAccountDecider,
      removal.staffId,
      context,
      (current) => decide(current, { ...removal, now: context.now }),
    );
    if (state.status !== 'active' || events.length === 0) throw new Refusal('SIGNED_OUT');
    return { position, epoch: state.epoch };
  },
);
