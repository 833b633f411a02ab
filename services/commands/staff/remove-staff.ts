import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { removeStaff as decide } from '#domain/staff-account/decide.ts';
import type { StaffAccountState } from '#domain/staff-account/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { changeReleasedAccount, checkReleasedAccount } from './change-released-account.ts';
import { getStaffFacts } from './get-staff-facts.ts';
import { getStaffId } from './get-staff-id.ts';

/**
 * Removes a staff account; the caller ends the sessions. Its key stays, unlike an erased member's, because histories
 * go on naming the actor. A dry run decides the same and appends nothing. `admins`: the ids of all admins.
 * @throws Refusal STAFF_NOT_FOUND, STAFF_SELF, STAFF_LAST_ADMIN, CHANGED_SINCE
 */
export const removeStaff = defineCommand(
  'remove-staff',
  async (
    deps: CommandDeps,
    {
      staffId,
      admins,
      dryRun,
      expected,
    }: { staffId: string; admins: readonly string[]; dryRun: boolean; expected?: Facts | undefined },
    context,
  ) => {
    const by = getStaffId(context.actor);
    const change = {
      staffId,
      admins,
      decide: (state: StaffAccountState) =>
        guardEvents(decide(state, { staffId, by, now: context.now }), expected, () => getStaffFacts(state)),
    };
    if (dryRun) {
      await checkReleasedAccount(deps, change, context.now);
      return { position: null };
    }
    const { position } = await changeReleasedAccount(deps, change, context);
    return { position };
  },
);
