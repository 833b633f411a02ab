import { deletePersonalRows } from '#infra/postgres/tables/personal-rows.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readLeftovers, readUserById } from '#projections/read-models/members/queries.ts';
import { clearPersonalDataInCopies } from '#projections/read-models/members/retention-queries.ts';
import { readRegistrationIds } from '#projections/read-models/registrations/queries.ts';
import { forgetCards } from '#services/commands/cards/forget-cards.ts';
import { settleErasure } from '#services/commands/erasure/settle-erasure.ts';
import { areRecordsRemoved, readEraser, readIdentity } from '#services/commands/member/read-identity.ts';
import { eraseRegistration } from '#services/commands/registration/erase-registration.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendOnce } from '#workers/emails/send-once.ts';
import { allLists } from '#workers/newsletter/lists.ts';
import { finishErasure } from './definition.ts';
import { accountDeletedEmail } from './email.ts';

/** The key is destroyed last, because the name and address for the last email can not be read without it. */
export const finishErasureHandler = defineJobHandler(
  finishErasure,
  async (deps, { memberId }, { commandContext }) => {
    const { pool, eventStore, mail, memberKeys, sender } = deps;
    const user = await readUserById(pool, memberId);
    if (!user?.erasedAt) {
      // The records are removed too: the event is old and was replayed.
      if (await areRecordsRemoved(eventStore, memberId)) return;
      throw new NotProjectedYet(`The erasure of ${memberId}`);
    }
    const context = commandContext();
    await settleErasure(deps, await readLeftovers(pool, memberId, context.now), context);
    await forgetCards(deps, memberId, context);
    const identity = await readIdentity(eventStore, memberId);
    if (identity !== null) {
      const { email, name } = identity;
      for (const list of allLists) await mail.removeFromList({ email, list });
      for (const registrationId of await readRegistrationIds(pool, email)) {
        const erasure = { registrationId, reason: 'member_erased', ofMember: memberId } as const;
        await eraseRegistration(deps, erasure, context);
      }
      const isRequested = (await readEraser(eventStore, memberId))?.kind !== 'worker';
      const kind = 'account-deleted';
      // A member whose import was undone never knew of an account.
      if (!user.isSilent)
        await sendOnce(
          { pool, mail },
          { key: `${kind}/${memberId}`, kind, memberId: null },
          identity,
          accountDeletedEmail(sender, { name, memberId, isRequested }),
        );
    }
    const emailHash = identity === null ? null : deps.emailHash(identity.email);
    await deletePersonalRows(pool, { memberId, emailHash, now: context.now });
    await clearPersonalDataInCopies(pool, memberId);
    await memberKeys.destroy(memberId, deps.clock.now());
  },
);
