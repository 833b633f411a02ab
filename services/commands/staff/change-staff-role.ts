import { changeStaffRole as decide } from '#domain/staff-account/decide.ts';
import { type StaffAccountState, staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { StaffRole } from '#domain/staff-account/events.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { changeReleasedAccount } from './change-released-account.ts';
import { getStaffId } from './get-staff-id.ts';

/**
 * Changes the role from the next sign-in on: the caller ends the sessions. `admins`: the ids of all admins.
 * @throws Refusal STAFF_NOT_FOUND, STAFF_SELF, STAFF_LAST_ADMIN
 */
export const changeStaffRole = defineCommand(
  'change-staff-role',
  async (
    deps: CommandDeps,
    { staffId, role, admins }: { staffId: string; role: StaffRole; admins: readonly string[] },
    context,
  ) => {
    const by = getStaffId(context.actor);
    const change = (state: StaffAccountState) => decide(state, { staffId, role, by, now: context.now });
    const { position } =
      role === 'admin'
        ? await deps.deciders.handle(staffAccountDecider, staffId, context, change)
        : await changeReleasedAccount(deps, { staffId, admins, decide: change }, context);
    return { position };
  },
);
