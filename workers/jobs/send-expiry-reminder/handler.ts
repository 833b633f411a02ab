import {
  countDaysLeft,
  formatReminderKey,
  readLotsOfMember,
} from '#projections/read-models/wallet/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendExpiryReminder } from './definition.ts';
import { expiryReminderEmail } from './email.ts';

/** Sends nothing when the passes were used, expired or were extended in the meantime. */
export const sendExpiryReminderHandler = defineJobHandler(
  sendExpiryReminder,
  async (deps, { memberId, lotId }) => {
    const now = deps.clock.now();
    const lot = (await readLotsOfMember(deps.pool, memberId)).find((one) => one.lotId === lotId);
    if (lot === undefined || lot.available === 0 || lot.expiresAt < now) return;
    if (lot.kind === 'membership' || lot.remindAt === null || lot.remindAt > now) return;
    await sendToMember(deps, { memberId, kind: 'pass-expiring', key: formatReminderKey(lot) }, ({ name }) =>
      expiryReminderEmail(deps.sender, { ...lot, name, daysLeft: countDaysLeft(lot, now) }),
    );
  },
);
