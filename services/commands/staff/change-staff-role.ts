import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { changeStaffRole as decide } from '#domain/staff-account/decide.ts';
import { type StaffAccountState, staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { StaffRole } from '#domain/staff-account/events.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { changeReleasedAccount } from './change-released-account.ts';
import { getStaffFacts } from './get-staff-facts.ts';
import { getStaffId } from './get-staff-id.ts';

/**
 * Changes the role from the next sign-in on: the caller ends the sessions. `admins`: the ids of all admins.
 * @throws Refusal STAFF_NOT_FOUND, STAFF_SELF, STAFF_LAST_ADMIN, CHANGED_SINCE
 */
export const changeStaffRole = defineCommand(
  'change-staff-role',
  async (
    deps: CommandDeps,
    {
      staffId,
      role,
      admins,
      expected,
    }: { staffId: string; role: StaffRole; admins: readonly string[]; expected?: Facts | undefined },
    context,
  ) => {
    const by = getStaffId(context.actor);
    const change = (state: StaffAccountState) =>
      guardEvents(decide(state, { staffId, role, by, now: context.now }), expected, () =>
        getStaffFacts(state),
      );
    const { position } =
      role === 'admin'
        ? await deps.deciders.handle(staffAccountDecider, staffId, context, change)
        : await changeReleasedAccount(deps, { staffId, admins, decide: change }, context);
    return { position };
  },
);
