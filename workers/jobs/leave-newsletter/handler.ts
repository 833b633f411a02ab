import { handle } from '#infra/queue/define-job.ts';
import { followConsent } from '#workers/newsletter/follow-consent.ts';
import type { JobDependencies } from '../job-dependencies.ts';
import { leaveNewsletter } from './definition.ts';

/** Who consented again meanwhile stays. */
export const leaveNewsletterHandler = (deps: JobDependencies) =>
  handle(leaveNewsletter, ({ memberId, at }) => followConsent(deps, { memberId, given: false, at }));
