import { Refusal } from '#domain/refusal.ts';
import {
  finishEmailChange as markFinished,
  readConfirmedEmailChange,
} from '#infra/postgres/tables/email-changes.ts';
import { deleteSessionsBefore } from '#infra/postgres/tables/sessions.ts';
import { readUserById } from '#projections/read-models/members/queries.ts';
import { openAddresses } from '#services/commands/email-change/addresses.ts';
import { settleEmailChange } from '#services/commands/email-change/settle-email-change.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { findListsOf } from '#workers/newsletter/find-lists-of.ts';
import { allLists } from '#workers/newsletter/lists.ts';
import { performOnce } from '#workers/perform-once.ts';
import { finishEmailChange } from './definition.ts';
import { emailChangedEmail } from './email.ts';

export const finishEmailChangeHandler = defineJobHandler(
  finishEmailChange,
  async (deps, { changeId }, { commandContext }) => {
    const { pool, mail, memberKeys, sender, clock, logger } = deps;
    const change = await readConfirmedEmailChange(pool, changeId);
    if (change === undefined) return;
    const { memberId } = change;
    const epoch = await settleEmailChange(deps, change, commandContext()).then(
      (settled) => settled.epoch,
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        logger.debug({ changeId, code: error.code }, 'A change of address was refused');
        return null;
      },
    );
    // Also those of an API process that crashed between the change and the end of the sessions.
    if (epoch !== null) await deleteSessionsBefore(pool, memberId, epoch);
    const member = await readUserById(pool, memberId);
    const addresses = await openAddresses(memberKeys, memberId, change.sealed);
    if (epoch !== null && addresses !== null && !change.isOvertaken && member?.erasedAt === null) {
      const { from, to } = addresses;
      for (const list of allLists) await mail.removeFromList({ email: from, list });
      for (const list of await findListsOf(pool, member)) await mail.addToList({ email: to, list });
      const kind = 'email-changed';
      await performOnce(pool, { key: `${kind}/${changeId}`, kind, memberId }, (idempotencyKey) =>
        mail.sendEmail({ to: from, kind, idempotencyKey, ...emailChangedEmail(sender) }),
      );
    }
    await markFinished(pool, changeId, clock.now());
  },
);
