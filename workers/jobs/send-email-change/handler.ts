import { closeEmailChangeRequest, openEmailChange } from '#infra/postgres/tables/email-changes.ts';
import { issueEmailChange } from '#services/commands/email-change/issue-email-change.ts';
import { jobContext } from '#workers/core/job-context.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { performOnce } from '#workers/perform-once.ts';
import { sendEmailChange } from './definition.ts';
import { emailChangeEmail, emailTakenEmail } from './email.ts';

/** The secret is made here, so that no queue ever holds one. */
export const sendEmailChangeHandler = defineJobHandler(
  sendEmailChange,
  (deps) =>
    async ({ changeId }, run) => {
      const { pool, clock, mail, sender } = deps;
      const change = await openEmailChange(pool, changeId);
      if (change === undefined) return;
      const letter = await issueEmailChange(deps, change, jobContext(clock, sendEmailChange.name, run));
      if (letter !== null) {
        const kind = letter.kind === 'link' ? 'email-change' : 'email-change-taken';
        const content =
          letter.kind === 'link' ? emailChangeEmail(sender, letter.token) : emailTakenEmail(sender);
        const { memberId } = change;
        await performOnce(pool, { key: `${kind}/${changeId}`, kind, memberId }, (idempotencyKey) =>
          mail.sendEmail({ to: letter.to, kind, idempotencyKey, ...content }),
        );
      }
      await closeEmailChangeRequest(pool, changeId, clock.now());
    },
);
