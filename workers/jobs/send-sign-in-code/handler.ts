import { closeCodeRequest, readOpenCodeRequest } from '#infra/postgres/tables/sign-in-codes.ts';
import { issueSignInCode } from '#services/commands/member/issue-sign-in-code.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendOnce } from '#workers/emails/send-once.ts';
import { sendSignInCode } from './definition.ts';
import { signInCodeEmail } from './email.ts';

/** The code is derived here, so that the queue never contains one. */
export const sendSignInCodeHandler = defineJobHandler(
  sendSignInCode,
  async (deps, { requestId }, { commandContext }) => {
    const { pool, clock, sender } = deps;
    const emailHash = await readOpenCodeRequest(pool, requestId);
    if (emailHash === undefined) return;
    const issued = await issueSignInCode(deps, { requestId, emailHash }, commandContext());
    if (issued !== null) {
      const { memberId } = issued;
      const kind = 'sign-in-code';
      // To the address in the log: the read model may still have the former one.
      await sendOnce(
        deps,
        { key: `${kind}/${requestId}`, kind, memberId },
        issued,
        signInCodeEmail(sender, issued),
      );
    }
    await closeCodeRequest(pool, requestId, clock.now());
  },
);
