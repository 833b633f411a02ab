import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { removeLostSecondFactor as decide } from '#domain/staff-account/second-factor.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getStaffFacts } from './get-staff-facts.ts';
import { getStaffId } from './get-staff-id.ts';

/**
 * Removes the second factor of another account, whose owner has lost it; the caller ends the sessions.
 * @throws Refusal STAFF_NOT_FOUND, STAFF_SELF, SECOND_FACTOR_MISSING, CHANGED_SINCE
 */
export const removeLostSecondFactor = defineCommand(
  'remove-lost-second-factor',
  async (
    { deciders }: CommandDeps,
    { staffId, expected }: { staffId: string; expected?: Facts | undefined },
    context,
  ) => {
    const by = getStaffId(context.actor);
    const { position } = await deciders.handle(staffAccountDecider, staffId, context, (state) =>
      guardEvents(decide(state, { staffId, by, now: context.now }), expected, () => getStaffFacts(state)),
    );
    return { position };
  },
);
