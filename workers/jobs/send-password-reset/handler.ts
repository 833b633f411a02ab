import { closeResetRequest, readOpenResetRequest } from '#infra/postgres/tables/password-resets.ts';
import { issuePasswordReset } from '#services/commands/member/issue-password-reset.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendPasswordReset } from './definition.ts';
import { passwordResetEmail } from './email.ts';

/** The token is created here, so that the queue never contains one. */
export const sendPasswordResetHandler = defineJobHandler(
  sendPasswordReset,
  async (deps, { requestId }, { commandContext }) => {
    const { pool, clock, sender } = deps;
    const emailHash = await readOpenResetRequest(pool, requestId);
    if (emailHash === undefined) return;
    const reset = await issuePasswordReset(deps, { requestId, emailHash }, commandContext());
    if (reset !== null) {
      const { memberId, token } = reset;
      const kind = 'password-reset';
      await sendToMember(deps, { memberId, kind, key: `${kind}/${requestId}` }, ({ name }) =>
        passwordResetEmail(sender, { name, token }),
      );
    }
    await closeResetRequest(pool, requestId, clock.now());
  },
);
