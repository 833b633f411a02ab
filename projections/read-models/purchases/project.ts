import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { passPurchases } from './tables.ts';

function project(event: StudioRecord, write: Writer): void {
  if (event.type === 'MemberRecordsRemoved') {
    write.removeAll(passPurchases, { column: 'user_id', is: event.data.memberId });
  }
  if (event.type === 'LotGranted' && event.data.kind === 'purchase') {
    const { lotId, memberId, passId, passName, passes, pricePence, paymentIntentId, expiresAt, at } =
      event.data;
    write.put(passPurchases, {
      id: lotId,
      user_id: memberId,
      pass_id: passId,
      pass_name: passName,
      pass_classes: passes,
      pass_price: pricePence,
      stripe_payment_intent_id: paymentIntentId,
      purchase_date: at,
      expires_at: expiresAt,
    });
  }
  if (event.type === 'LotExtended' || event.type === 'LotExtensionWithdrawn') {
    write.patch(passPurchases, { id: event.data.lotId }, { expires_at: event.data.expiresAt });
  }
}

export const purchases: Projection = { name: 'purchases', version: 2, tables: [passPurchases], project };
