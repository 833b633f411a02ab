import { Refusal } from '#domain/refusal.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { addSecondFactor as decide } from '#domain/staff-account/second-factor.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Adds an authenticator app with recovery codes, which ends the credential epoch; the caller has verified the password and
 * a code. Returns the new epoch.
 * @throws Refusal STAFF_NOT_FOUND, SECOND_FACTOR_EXISTS; SIGNED_OUT when the caller's epoch is over
 */
export const addSecondFactor = defineCommand(
  'add-second-factor',
  async (
    { deciders }: CommandDeps,
    addition: { staffId: string; secret: string; recoveryHashes: readonly string[]; epoch: number },
    context,
  ) => {
    const { position, state, events } = await deciders.handle(
      staffAccountDecider,
      addition.staffId,
      context,
      (current) => decide(current, { ...addition, now: context.now }),
    );
    if (state.status !== 'active' || events.length === 0) throw new Refusal('SIGNED_OUT');
    return { position, epoch: state.epoch };
  },
);
