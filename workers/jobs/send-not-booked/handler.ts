import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readSale } from '#projections/read-models/payments/queries.ts';
import { readClassById } from '#projections/read-models/schedule/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendNotBooked } from './definition.ts';
import { notBookedEmail } from './email.ts';

export const sendNotBookedHandler = defineJobHandler(
  sendNotBooked,
  async (deps, { memberId, paymentIntentId, classId }) => {
    const [sale, found] = await Promise.all([
      readSale(deps.pool, paymentIntentId),
      readClassById(deps.pool, classId),
    ]);
    if (!sale?.lot || found === undefined) throw new NotProjectedYet(`The sale ${paymentIntentId}`);
    const { passName, lot } = sale;
    const { name: level, startsAt, isCancelled } = found;
    const kind = 'not-booked';
    await sendToMember(deps, { memberId, kind, key: `${kind}/${paymentIntentId}` }, ({ name }) =>
      notBookedEmail(deps.sender, {
        name,
        classId,
        level,
        startsAt,
        isCancelled,
        passName,
        passExpiresAt: lot.expiresAt,
      }),
    );
  },
);
