import { handle } from '../../../infra/queue/define-job.ts';
import { userById } from '../../../projections/read-models/members/queries.ts';
import type { JobDependencies } from '../job-dependencies.ts';
import { joinNewsletter } from './definition.ts';

/** The studio's newsletter; the lists of spec 001 section 9 (13 and 14) are others. */
const newsletterList = 2;

/** Adding is the same done once or twice, so it needs no ledger; a consent withdrawn meanwhile is respected. */
export const joinNewsletterHandler = (deps: JobDependencies) =>
  handle(joinNewsletter, async ({ memberId }) => {
    const member = await userById(deps.pool, memberId);
    if (!member?.email || !member.newsletter) return;
    await deps.mail.addToList({ email: member.email, list: newsletterList });
  });
