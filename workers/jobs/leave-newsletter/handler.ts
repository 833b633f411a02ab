import { defineJobHandler } from '#workers/core/job-handler.ts';
import { followConsent } from '#workers/newsletter/follow-consent.ts';
import { leaveNewsletter } from './definition.ts';

export const leaveNewsletterHandler = defineJobHandler(leaveNewsletter, (deps, { memberId, at }) =>
  followConsent(deps, { memberId, given: false, at }),
);
