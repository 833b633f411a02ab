import { inviteStaffAgain as decide } from '#domain/staff-account/decide.ts';
import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import type { Inviter } from '#domain/staff-account/events.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Sends another link to an invited account; earlier links stay valid. @throws Refusal STAFF_NOT_FOUND, STAFF_JOINED */
export const inviteStaffAgain = defineCommand(
  'invite-staff-again',
  async (
    { deciders }: CommandDeps,
    { staffId, inviter }: { staffId: string; inviter: Inviter | null },
    context,
  ) => {
    const { position } = await deciders.handle(staffAccountDecider, staffId, context, (state) =>
      decide(state, { staffId, inviter, now: context.now }),
    );
    return { position };
  },
);
