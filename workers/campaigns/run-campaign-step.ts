import {
  type CampaignOutcome,
  type CampaignStep,
  noteOutcome,
  stepOfMember,
} from '#infra/postgres/tables/campaigns.ts';
import type { JobDefinition, JobRun } from '#infra/queue/define-job.ts';
import { type UserRow, userById } from '#projections/read-models/members/queries.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';

/** Who still agrees to news by email, and can be written to. */
const wants = (member: UserRow | undefined): member is UserRow & { email: string } =>
  member?.newsletter === true && member.email !== null;

/**
 * Does a campaign's part for one member and notes what became of it. Who has left or withdrawn the consent meanwhile is left
 * out; when the last try fails, that is noted too, so that the campaign comes to its end.
 */
export async function runCampaignStep(
  { pool }: Pick<JobDependencies, 'pool'>,
  definition: JobDefinition,
  asked: { campaignId: number; memberId: string },
  { attempt }: JobRun,
  effect: (member: UserRow & { email: string }, step: CampaignStep) => Promise<CampaignOutcome>,
): Promise<void> {
  const step = await stepOfMember(pool, asked);
  if (step === undefined) return;
  try {
    const member = await userById(pool, asked.memberId);
    await noteOutcome(pool, asked, wants(member) ? await effect(member, step) : 'left_out');
  } catch (error) {
    if (attempt >= definition.attempts) await noteOutcome(pool, asked, 'failed');
    throw error;
  }
}
