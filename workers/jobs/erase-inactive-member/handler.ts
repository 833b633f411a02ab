import { inactiveMembers } from '#projections/read-models/members/retention-queries.ts';
import { eraseMember } from '#services/commands/erasure/erase-member.ts';
import { jobContext } from '#workers/core/job-context.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { eraseInactiveMember } from './definition.ts';

export const eraseInactiveMemberHandler = defineJobHandler(
  eraseInactiveMember,
  (deps) =>
    async ({ memberId }, run) => {
      const { toErase } = await inactiveMembers(deps.pool, deps.clock.now(), memberId);
      if (toErase.length === 0) return;
      await eraseMember(deps, memberId, jobContext(deps.clock, eraseInactiveMember.name, run));
    },
);
