import { handle } from '#infra/queue/define-job.ts';
import { inactiveMembers } from '#projections/read-models/members/retention-queries.ts';
import { eraseMember } from '#services/commands/erasure/erase-member.ts';
import { jobContext } from '#workers/core/job-context.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { eraseInactiveMember } from './definition.ts';

/** What follows of it is that of any erasure. */
export const eraseInactiveMemberHandler = (deps: JobDependencies) =>
  handle(eraseInactiveMember, async ({ memberId }, run) => {
    const { toErase } = await inactiveMembers(deps.pool, deps.clock.now(), memberId);
    if (toErase.length === 0) return;
    await eraseMember(deps, memberId, jobContext(deps.clock, eraseInactiveMember.name, run));
  });
