import { job } from '#infra/queue/define-job.ts';
import { finishErasure } from '../jobs/finish-erasure/definition.ts';
import type { Reactor } from './reactor.ts';

/** Finishes erasures, however old the event is. */
export const erasureReactor: Reactor = {
  name: 'erasure',
  react(event) {
    if (event.type !== 'MemberErased') return [];
    const { memberId } = event.data;
    return [job(finishErasure, { memberId }, memberId)];
  },
};
