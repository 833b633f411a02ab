import type { CampaignStep } from '#infra/postgres/tables/campaigns.ts';
import { job, type QueuedJob } from '#infra/queue/define-job.ts';
import { joinBookingList } from '../jobs/join-booking-list/definition.ts';
import { sendPrelaunch } from '../jobs/send-prelaunch/definition.ts';

/** One job for each member a campaign has not handled yet. Steps with the same key become one job. */
export function campaignJobs(
  steps: readonly CampaignStep[],
  keyOf: (step: CampaignStep) => string = ({ campaignId, memberId, rounds }) =>
    `${campaignId}/${memberId}/${rounds}`,
): QueuedJob[] {
  return steps.map((step) => {
    const { campaignId, memberId, kind } = step;
    const definition = kind === 'prelaunch' ? sendPrelaunch : joinBookingList;
    return job(definition, { campaignId, memberId }, keyOf(step));
  });
}
