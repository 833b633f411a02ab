import { recordPersonalDataRead } from '#domain/member/decide-reading.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { Actor } from '#infra/event-store/types.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** The staff id, or the role for a shared password, whose users cannot be distinguished. */
export const getReader = (actor: Actor): string =>
  actor.kind === 'staff' ? (actor.staffId ?? actor.role) : actor.kind;

/** Records that staff open a member's health details for a class; called before they are shown. */
export const recordHealthReading = defineCommand(
  'record-health-reading',
  async (
    { deciders }: CommandDeps,
    { memberId, classId }: { memberId: string; classId: number },
    context,
  ) => {
    const reader = getReader(context.actor);
    await deciders.handle(memberDecider, memberId, context, (state) =>
      recordPersonalDataRead(state, { memberId, reader, what: 'health', classId, now: context.now }),
    );
  },
);
