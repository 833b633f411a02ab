import { recordRetentionNotice } from '#infra/postgres/tables/member-activity.ts';
import { getErasureTime, readInactiveMembers } from '#projections/read-models/members/retention-queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendRetentionNotice } from './definition.ts';
import { retentionNoticeEmail } from './email.ts';

/** The notice period of four weeks begins when the email is sent. */
export const sendRetentionNoticeHandler = defineJobHandler(
  sendRetentionNotice,
  async (deps, { memberId }) => {
    const { pool, clock, sender } = deps;
    const now = clock.now();
    const [inactive] = (await readInactiveMembers(pool, now, memberId)).toNotify;
    if (inactive === undefined) return;
    const { activeAt, retainedUntil } = inactive;
    const kind = 'retention-notice';
    await sendToMember(
      deps,
      { memberId, kind, key: `${kind}/${memberId}/${activeAt.toISOString()}` },
      ({ name }) =>
        retentionNoticeEmail(sender, {
          name,
          erasedFrom: getErasureTime({ retainedUntil, notifiedAt: now }),
        }),
    );
    await recordRetentionNotice(pool, { memberId, activeAt, now });
  },
);
