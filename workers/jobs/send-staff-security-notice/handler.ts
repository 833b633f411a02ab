import { readStaffById } from '#projections/read-models/staff/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { performOnce } from '#workers/perform-once.ts';
import { sendStaffSecurityNotice } from './definition.ts';
import { staffSecurityEmail } from './email.ts';

export const sendStaffSecurityNoticeHandler = defineJobHandler(
  sendStaffSecurityNotice,
  async ({ pool, mail, sender }, { eventId, staffId, notice }) => {
    const account = await readStaffById(pool, staffId);
    if (account === undefined) throw new Error(`The staff account ${staffId} is not in the read model yet`);
    const { email, status } = account;
    if (email === null || status !== 'active') return;
    const kind = 'staff-security';
    await performOnce(pool, { key: `${kind}/${eventId}`, kind, memberId: null }, (idempotencyKey) =>
      mail.sendEmail({ to: email, kind, idempotencyKey, ...staffSecurityEmail(sender, notice) }),
    );
  },
);
