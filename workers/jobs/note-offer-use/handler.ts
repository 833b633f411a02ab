import { toMailbox } from '#domain/email/mailbox.ts';
import { insertOfferUse } from '#infra/postgres/tables/offer-uses.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readUserById } from '#projections/read-models/members/queries.ts';
import { readLotsByIds } from '#projections/read-models/wallet/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { noteOfferUse } from './definition.ts';

export const noteOfferUseHandler = defineJobHandler(
  noteOfferUse,
  async ({ pool, payments, offerHash }, { memberId, lotId }) => {
    const user = await readUserById(pool, memberId);
    const lot = (await readLotsByIds(pool, [lotId])).get(lotId);
    if (user === undefined || lot === undefined) throw new NotProjectedYet(`The lot ${lotId}`);
    const { offer, paymentIntentId, grantedAt: at } = lot;
    if (user.email === null || offer === null || paymentIntentId === null) return;
    const { cardFingerprint } = await payments.readPaymentIntent(paymentIntentId);
    await insertOfferUse(pool, {
      lotId,
      memberId,
      offer,
      at,
      mailboxHash: offerHash(`mailbox/${toMailbox(user.email)}`),
      cardHash: cardFingerprint === null ? null : offerHash(`card/${cardFingerprint}`),
    });
  },
);
