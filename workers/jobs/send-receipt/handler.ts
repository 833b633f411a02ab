import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readLotsOfMember } from '#projections/read-models/wallet/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendReceipt } from './definition.ts';
import { receiptEmail } from './email.ts';

export const sendReceiptHandler = defineJobHandler(sendReceipt, async (deps, { memberId, lotId }) => {
  const lot = (await readLotsOfMember(deps.pool, memberId)).find((one) => one.lotId === lotId);
  if (!lot) throw new NotProjectedYet(`The lot ${lotId}`);
  await sendToMember(deps, { memberId, kind: 'receipt', key: `receipt/${lotId}` }, ({ name }) =>
    receiptEmail(deps.sender, {
      name,
      passName: lot.passName,
      passes: lot.granted,
      pricePence: lot.pricePence,
      boughtAt: lot.grantedAt,
      expiresAt: lot.expiresAt,
      paymentIntentId: lot.paymentIntentId,
    }),
  );
});
