import { changeStaffRole as decide } from '#domain/staff-account/decide.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { StaffRole } from '#domain/staff-account/events.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getStaffId } from './get-staff-id.ts';

/**
 * Changes the role from the next sign-in on: the caller ends the sessions.
 * @throws Refusal STAFF_NOT_FOUND, STAFF_SELF
 */
export const changeStaffRole = defineCommand(
  'change-staff-role',
  async ({ deciders }: CommandDeps, { staffId, role }: { staffId: string; role: StaffRole }, context) => {
    const by = getStaffId(context.actor);
    const { position } = await deciders.handle(staffAccountDecider, staffId, context, (state) =>
      decide(state, { staffId, role, by, now: context.now }),
    );
    return { position };
  },
);
