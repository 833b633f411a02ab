import { closeResetRequest, readOpenResetRequest } from '#infra/postgres/tables/password-resets.ts';
import { issuePasswordReset } from '#services/commands/member/issue-password-reset.ts';
import { issueStaffPasswordReset } from '#services/commands/staff/issue-staff-password-reset.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendOnce } from '#workers/emails/send-once.ts';
import { sendPasswordReset } from './definition.ts';
import { passwordResetEmail } from './email.ts';

/** The token is created here, so that the queue never contains one. */
export const sendPasswordResetHandler = defineJobHandler(
  sendPasswordReset,
  async (deps, { requestId }, { commandContext }) => {
    const { pool, clock, sender } = deps;
    const request = await readOpenResetRequest(pool, requestId);
    if (request === undefined) return;
    const { audience, emailHash } = request;
    const issue = audience === 'staff' ? issueStaffPasswordReset : issuePasswordReset;
    const reset = await issue(deps, { requestId, emailHash }, commandContext());
    if (reset !== null) {
      const { memberId, name, token } = reset;
      const kind = audience === 'staff' ? 'staff-password-reset' : 'password-reset';
      // To the address in the log: the read model may still have the former one.
      await sendOnce(
        deps,
        { key: `${kind}/${requestId}`, kind, memberId },
        reset,
        passwordResetEmail(sender, { audience, name, token }),
      );
    }
    await closeResetRequest(pool, requestId, clock.now());
  },
);
