import { changeStaffPassword as decide } from '#domain/staff-account/decide.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Sets another password; the caller has verified the current one. @throws Refusal STAFF_NOT_FOUND */
export const changeStaffPassword = defineCommand(
  'change-staff-password',
  async (
    { deciders }: CommandDeps,
    { staffId, passwordHash }: { staffId: string; passwordHash: string },
    context,
  ) => {
    const { position } = await deciders.handle(staffAccountDecider, staffId, context, (state) =>
      decide(state, { staffId, passwordHash, now: context.now }),
    );
    return { position };
  },
);
