import { closeEmailChangeRequest, readOpenEmailChange } from '#infra/postgres/tables/email-changes.ts';
import { issueEmailChange } from '#services/commands/email-change/issue-email-change.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { performOnce } from '#workers/perform-once.ts';
import { sendEmailChange } from './definition.ts';
import { emailChangeEmail, emailTakenEmail } from './email.ts';

/** The token is created here, so that the queue never contains one. */
export const sendEmailChangeHandler = defineJobHandler(
  sendEmailChange,
  async (deps, { changeId }, { commandContext }) => {
    const { pool, clock, mail, sender } = deps;
    const change = await readOpenEmailChange(pool, changeId);
    if (change === undefined) return;
    const message = await issueEmailChange(deps, change, commandContext());
    if (message !== null) {
      const kind = message.kind === 'link' ? 'email-change' : 'email-change-taken';
      const content =
        message.kind === 'link' ? emailChangeEmail(sender, message.token) : emailTakenEmail(sender);
      const { memberId } = change;
      await performOnce(pool, { key: `${kind}/${changeId}`, kind, memberId }, (idempotencyKey) =>
        mail.sendEmail({ to: message.to, kind, idempotencyKey, ...content }),
      );
    }
    await closeEmailChangeRequest(pool, changeId, clock.now());
  },
);
