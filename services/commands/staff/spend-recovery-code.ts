import { staffAccountDecider } from '#domain/staff-account/decider.ts';
import { spendRecoveryCode as decide } from '#domain/staff-account/second-factor.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Uses up a recovery code, whose hash the caller has verified: its stream decides that it works once. @throws Refusal WRONG_CODE */
export const spendRecoveryCode = defineCommand(
  'spend-recovery-code',
  async ({ deciders }: CommandDeps, code: { staffId: string; codeSet: number; number: number }, context) => {
    const { position } = await deciders.handle(staffAccountDecider, code.staffId, context, (state) =>
      decide(state, { ...code, now: context.now }),
    );
    return { position };
  },
);
