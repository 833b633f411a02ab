import { handle } from '#infra/queue/define-job.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { followConsent } from '#workers/newsletter/follow-consent.ts';
import { joinNewsletter } from './definition.ts';

/** A consent withdrawn meanwhile is respected. */
export const joinNewsletterHandler = (deps: JobDependencies) =>
  handle(joinNewsletter, ({ memberId, at }) => followConsent(deps, { memberId, given: true, at }));
