import { revokeCalendar } from '../../../infra/postgres/calendar-feeds.ts';
import { handle } from '../../../infra/queue/define-job.ts';
import { leftoversOf, userById } from '../../../projections/read-models/members/queries.ts';
import { readIdentity } from '../../../services/commands/erasure/read-identity.ts';
import { settleErasure } from '../../../services/commands/erasure/settle-erasure.ts';
import { jobContext } from '../../job-context.ts';
import { everyList } from '../../newsletter/lists.ts';
import { performOnce } from '../../perform-once.ts';
import type { JobDependencies } from '../job-dependencies.ts';
import { finishErasure } from './definition.ts';
import { accountDeletedEmail } from './email.ts';

/** The key goes last: until then it can be told whom to take off the list and write to, and after it no one can. */
export const finishErasureHandler = (deps: JobDependencies) =>
  handle(finishErasure, async ({ memberId }, run) => {
    const { pool, eventStore, mail, memberKeys, sender } = deps;
    const user = await userById(pool, memberId);
    if (!user?.erasedAt) throw new Error(`The erasure of ${memberId} is not in the read model yet`);
    await settleErasure(
      deps,
      await leftoversOf(pool, memberId, deps.clock.now()),
      jobContext(deps.clock, finishErasure.name, run),
    );
    const identity = await readIdentity(eventStore, memberId);
    if (identity !== null) {
      const { email, name } = identity;
      for (const list of everyList) await mail.removeFromList({ email, list });
      const kind = 'account-deleted';
      await performOnce(pool, `${kind}/${memberId}`, kind, (idempotencyKey) =>
        mail.sendEmail({
          to: email,
          toName: name,
          kind,
          idempotencyKey,
          ...accountDeletedEmail(sender, { name }),
        }),
      );
    }
    await revokeCalendar(pool, memberId);
    await memberKeys.destroy(memberId);
  });
