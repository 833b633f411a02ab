import { emailDecider } from '#domain/email/decider.ts';
import { reportMail as decide, type MailReport } from '#domain/member/decide-address.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/**
 * Records what the mail provider reports about an address, for the member who has it now. A member who changed it since is not
 * affected. Appends nothing about an address without a member.
 */
export const reportMail = defineCommand(
  'report-mail',
  async (
    { deciders }: CommandDeps,
    { emailHash, report, happenedAt }: { emailHash: string; report: MailReport; happenedAt: Date },
    context,
  ) => {
    const { claimedBy: memberId } = (await deciders.load(emailDecider, emailHash)).state;
    if (memberId === null) return { position: null };
    const { position } = await deciders.handle(memberDecider, memberId, context, (state) =>
      decide(state, { memberId, report, happenedAt, now: context.now }),
    );
    return { position };
  },
);
