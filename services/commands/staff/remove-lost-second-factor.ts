import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { removeLostSecondFactor as decide } from '#domain/staff-account/second-factor.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getStaffId } from './get-staff-id.ts';

/**
 * Removes the second factor of another account, whose owner has lost it; the caller ends the sessions.
 * @throws Refusal STAFF_NOT_FOUND, STAFF_SELF, SECOND_FACTOR_MISSING
 */
export const removeLostSecondFactor = defineCommand(
  'remove-lost-second-factor',
  async ({ deciders }: CommandDeps, { staffId }: { staffId: string }, context) => {
    const by = getStaffId(context.actor);
    const { position } = await deciders.handle(staffAccountDecider, staffId, context, (state) =>
      decide(state, { staffId, by, now: context.now }),
    );
    return { position };
  },
);
