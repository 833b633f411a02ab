import { Refusal } from '#domain/refusal.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { makeRecoveryCodes as decide } from '#domain/staff-account/second-factor.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Replaces an account's recovery codes; the caller has verified the password and a code.
 * @throws Refusal STAFF_NOT_FOUND, SECOND_FACTOR_MISSING; SIGNED_OUT when the caller's epoch is over
 */
export const makeRecoveryCodes = defineCommand(
  'make-recovery-codes',
  async (
    { deciders }: CommandDeps,
    making: { staffId: string; recoveryHashes: readonly string[]; epoch: number },
    context,
  ) => {
    const { position, events } = await deciders.handle(
      staffAccountDecider,
      making.staffId,
      context,
      (current) => decide(current, { ...making, now: context.now }),
    );
    if (events.length === 0) throw new Refusal('SIGNED_OUT');
    return { position };
  },
);
