import { job } from '../../infra/queue/define-job.ts';
import { joinNewsletter } from '../jobs/join-newsletter/definition.ts';
import type { Reactor } from './reactor.ts';

const dayMs = 86_400_000;

/** Keeps the mailing list as the members' consents say. */
export const mailingListReactor: Reactor = {
  name: 'mailing-list',
  maxAgeMs: dayMs,
  react: (event) =>
    event.type === 'ConsentGiven' ? [job(joinNewsletter, { memberId: event.data.memberId }, event.id)] : [],
};
