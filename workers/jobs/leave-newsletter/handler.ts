import { handle } from '#infra/queue/define-job.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { followConsent } from '#workers/newsletter/follow-consent.ts';
import { leaveNewsletter } from './definition.ts';

/** Who consented again meanwhile stays. */
export const leaveNewsletterHandler = (deps: JobDependencies) =>
  handle(leaveNewsletter, ({ memberId, at }) => followConsent(deps, { memberId, given: false, at }));
