import { removeStaff as decide } from '#domain/staff-account/decide.ts';
import { type StaffAccountState, staffAccountDecider } from '#domain/staff-account/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getStaffId } from './get-staff-id.ts';

/**
 * Removes a staff account; the caller ends the sessions. Its key stays, unlike an erased member's, because histories
 * go on naming the actor. A dry run decides the same and appends nothing.
 * @throws Refusal STAFF_NOT_FOUND, STAFF_SELF
 */
export const removeStaff = defineCommand(
  'remove-staff',
  async ({ deciders }: CommandDeps, { staffId, dryRun }: { staffId: string; dryRun: boolean }, context) => {
    const by = getStaffId(context.actor);
    const decision = (state: StaffAccountState) => decide(state, { staffId, by, now: context.now });
    if (dryRun) {
      decision((await deciders.load(staffAccountDecider, staffId)).state);
      return { position: null };
    }
    const { position } = await deciders.handle(staffAccountDecider, staffId, context, decision);
    return { position };
  },
);
