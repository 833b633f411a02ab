import { recordPersonalDataRead } from '#domain/member/decide-reading.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { getReader } from './record-health-reading.ts';

/** Records that staff open a member's identity at the auditor's desk, the member's page, or a dispute of theirs; called before it is shown. */
export const recordIdentityReading = defineCommand(
  'record-identity-reading',
  async (
    { deciders }: CommandDeps,
    { memberId, what }: { memberId: string; what: 'audit' | 'page' | 'dispute' },
    context,
  ) => {
    const reader = getReader(context.actor);
    await deciders.handle(memberDecider, memberId, stepContext(context, what, memberId), (state) =>
      recordPersonalDataRead(state, { memberId, reader, what, now: context.now }),
    );
  },
);
