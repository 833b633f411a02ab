import { readStaffById } from '#projections/read-models/staff/queries.ts';
import { INVITE_DAYS, issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { performOnce } from '#workers/perform-once.ts';
import { sendStaffInvite } from './definition.ts';
import { staffInviteEmail } from './email.ts';

/** The token is created here, so that the queue never contains one. */
export const sendStaffInviteHandler = defineJobHandler(
  sendStaffInvite,
  async (deps, { eventId, staffId }, { commandContext }) => {
    const { pool, mail, sender } = deps;
    const account = await readStaffById(pool, staffId);
    if (account === undefined) throw new Error(`The staff account ${staffId} is not in the read model yet`);
    const { email } = account;
    if (email === null) return;
    const kind = 'staff-invite';
    await performOnce(pool, { key: `${kind}/${eventId}`, kind, memberId: null }, async (idempotencyKey) => {
      const invite = await issueStaffInvite(deps, { staffId }, commandContext());
      if (invite === null) return null;
      const content = staffInviteEmail(sender, { ...invite, days: INVITE_DAYS });
      return mail.sendEmail({ to: email, kind, idempotencyKey, ...content });
    });
  },
);
