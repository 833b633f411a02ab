import { job } from '#infra/queue/define-job.ts';
import { noteOfferUse } from '../jobs/note-offer-use/definition.ts';
import type { Reactor } from './reactor.ts';

/** Notes who bought a once-only offer, however old the purchase. */
export const offerReactor: Reactor = {
  name: 'offers',
  react(event) {
    if (event.type !== 'LotGranted') return [];
    const { memberId, lotId, offer, paymentIntentId } = event.data;
    return offer === null || paymentIntentId === null ? [] : [job(noteOfferUse, { memberId, lotId }, lotId)];
  },
};
