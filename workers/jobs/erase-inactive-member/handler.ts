import { readInactiveMembers } from '#projections/read-models/members/retention-queries.ts';
import { eraseMember } from '#services/commands/erasure/erase-member.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { eraseInactiveMember } from './definition.ts';

export const eraseInactiveMemberHandler = defineJobHandler(
  eraseInactiveMember,
  async (deps, { memberId }, { commandContext }) => {
    const { toErase } = await readInactiveMembers(deps.pool, deps.clock.now(), memberId);
    if (toErase.length === 0) return;
    await eraseMember(deps, memberId, commandContext());
  },
);
