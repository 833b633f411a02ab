import { recordPersonalDataRead } from '#domain/member/decide-reading.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { getReader } from './record-health-reading.ts';

/** Records that an auditor opens a member's identity; called before it is shown. */
export const recordAuditReading = defineCommand(
  'record-audit-reading',
  async ({ deciders }: CommandDeps, { memberId }: { memberId: string }, context) => {
    const reader = getReader(context.actor);
    await deciders.handle(memberDecider, memberId, stepContext(context, 'audit', memberId), (state) =>
      recordPersonalDataRead(state, { memberId, reader, what: 'audit', now: context.now }),
    );
  },
);
