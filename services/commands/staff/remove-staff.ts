import { removeStaff as decide } from '#domain/staff-account/decide.ts';
import { type StaffAccountState, staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { AppendResult } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getStaffId } from './get-staff-id.ts';

/**
 * Shuts someone out; the caller ends the sessions. The key to the name and the address stays, unlike a member's who leaves:
 * the histories must go on saying who did what. A dry run decides the same and writes nothing.
 * @throws Refusal STAFF_NOT_FOUND, STAFF_SELF
 */
export const removeStaff = defineCommand(
  'remove-staff',
  async (
    { deciders }: CommandDeps,
    { staffId, dryRun }: { staffId: string; dryRun: boolean },
    context,
  ): Promise<AppendResult> => {
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
