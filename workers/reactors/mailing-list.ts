import { millisecondsInDay } from 'date-fns/constants';
import { job } from '#infra/queue/define-job.ts';
import { joinNewsletter } from '../jobs/join-newsletter/definition.ts';
import { leaveNewsletter } from '../jobs/leave-newsletter/definition.ts';
import type { Reactor } from './reactor.ts';

/** Puts on the mailing list who consented to it. */
export const joinMailingListReactor: Reactor = {
  name: 'join-mailing-list',
  maxAgeMs: millisecondsInDay,
  react(event) {
    if (event.type !== 'ConsentGiven') return [];
    const { memberId, at } = event.data;
    return [job(joinNewsletter, { memberId, at }, event.id)];
  },
};

/** Takes off the mailing list who withdrew the consent, however late: they must not be written to. */
export const leaveMailingListReactor: Reactor = {
  name: 'leave-mailing-list',
  react(event) {
    if (event.type !== 'ConsentWithdrawn') return [];
    const { memberId, at } = event.data;
    return [job(leaveNewsletter, { memberId, at }, event.id)];
  },
};
