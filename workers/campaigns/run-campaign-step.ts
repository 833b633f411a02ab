import {
  type CampaignOutcome,
  type CampaignStep,
  readCampaignStep,
  recordCampaignOutcome,
} from '#infra/postgres/tables/campaigns.ts';
import type { JobDefinition, JobRun } from '#infra/queue/define-job.ts';
import { readUserById, type UserRow } from '#projections/read-models/members/queries.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';

/** Whether a member consents to news by email, is not erased, gets mail, and mail to them arrives. */
const acceptsNews = (member: UserRow | undefined): member is UserRow & { email: string } =>
  member?.newsletter === true && member.email !== null && !member.isSilent && member.addressFault === null;

/**
 * Runs a campaign's step for one member and records the outcome. Members erased or without consent by now are left out. A
 * failed last attempt is recorded too, so that the campaign ends.
 */
export async function runCampaignStep(
  { pool }: Pick<JobDependencies, 'pool'>,
  definition: JobDefinition,
  ids: { campaignId: number; memberId: string },
  { attempt }: JobRun,
  effect: (member: UserRow & { email: string }, step: CampaignStep) => Promise<CampaignOutcome>,
): Promise<void> {
  const step = await readCampaignStep(pool, ids);
  if (step === undefined) return;
  try {
    const member = await readUserById(pool, ids.memberId);
    await recordCampaignOutcome(pool, ids, acceptsNews(member) ? await effect(member, step) : 'left_out');
  } catch (error) {
    if (attempt >= definition.attempts) await recordCampaignOutcome(pool, ids, 'failed');
    throw error;
  }
}
