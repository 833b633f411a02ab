import { millisecondsInDay } from 'date-fns/constants';
import { job } from '#infra/queue/define-job.ts';
import { joinNewsletter } from '../jobs/join-newsletter/definition.ts';
import { leaveNewsletter } from '../jobs/leave-newsletter/definition.ts';
import type { Reactor } from './reactor.ts';

/** Adds members who consent to the mailing list; those who were brought over once they are invited. */
export const joinMailingListReactor: Reactor = {
  name: 'join-mailing-list',
  maxAgeMs: millisecondsInDay,
  react(event) {
    // Who consented before the invitation joins with it, and the job finds out who did.
    const isInvited = event.type === 'MemberInvited';
    if (!isInvited && (event.type !== 'ConsentGiven' || event.data.consent !== 'newsletter')) return [];
    const { memberId, at } = event.data;
    return [job(joinNewsletter, { memberId, at }, event.id)];
  },
};

/** Removes members who withdraw their consent, however old the event is: they must not get news. */
export const leaveMailingListReactor: Reactor = {
  name: 'leave-mailing-list',
  react(event) {
    if (event.type !== 'ConsentWithdrawn' || event.data.consent !== 'newsletter') return [];
    const { memberId, at } = event.data;
    return [job(leaveNewsletter, { memberId, at }, event.id)];
  },
};
