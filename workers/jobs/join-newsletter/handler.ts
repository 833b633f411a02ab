import { defineJobHandler } from '#workers/core/job-handler.ts';
import { followConsent } from '#workers/newsletter/follow-consent.ts';
import { joinNewsletter } from './definition.ts';

export const joinNewsletterHandler = defineJobHandler(joinNewsletter, (deps, { memberId, at }) =>
  followConsent(deps, { memberId, given: true, at }),
);
