import { changeStaffPassword as decide } from '#domain/staff-account/decide.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { AppendResult } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Gives an account another password. That it may be was shown before, by the one until now. @throws Refusal STAFF_NOT_FOUND */
export const changeStaffPassword = defineCommand(
  'change-staff-password',
  async (
    { deciders }: CommandDeps,
    { staffId, passwordHash }: { staffId: string; passwordHash: string },
    context,
  ): Promise<AppendResult> => {
    const { position } = await deciders.handle(staffAccountDecider, staffId, context, (state) =>
      decide(state, { staffId, passwordHash, now: context.now }),
    );
    return { position };
  },
);
