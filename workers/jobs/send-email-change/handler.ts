import { closeEmailChangeRequest, readOpenEmailChange } from '#infra/postgres/tables/email-changes.ts';
import { issueEmailChange } from '#services/commands/email-change/issue-email-change.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import type { StudioEmail } from '#workers/emails/studio-email.ts';
import { performOnce } from '#workers/perform-once.ts';
import { sendEmailChange } from './definition.ts';
import { emailChangeEmail, emailChangeRequestedEmail, emailTakenEmail } from './email.ts';

/** The tokens are created here, so that the queue never contains one. */
export const sendEmailChangeHandler = defineJobHandler(
  sendEmailChange,
  async (deps, { changeId }, { commandContext }) => {
    const { pool, clock, mail, sender } = deps;
    const change = await readOpenEmailChange(pool, changeId);
    if (change === undefined) return;
    const letters = await issueEmailChange(deps, change, commandContext());
    const send = (to: string, kind: string, content: StudioEmail) =>
      performOnce(pool, { key: `${kind}/${changeId}`, kind, memberId: change.memberId }, (idempotencyKey) =>
        mail.sendEmail({ to, kind, idempotencyKey, ...content }),
      );
    if (letters !== null) {
      const { toCurrent, toNew } = letters;
      await send(toCurrent.to, 'email-change-requested', emailChangeRequestedEmail(sender, toCurrent.token));
      if (toNew?.kind === 'link') await send(toNew.to, 'email-change', emailChangeEmail(sender, toNew.token));
      if (toNew?.kind === 'taken') await send(toNew.to, 'email-change-taken', emailTakenEmail(sender));
    }
    await closeEmailChangeRequest(pool, changeId, clock.now());
  },
);
