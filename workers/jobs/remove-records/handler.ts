import { deleteMemberIds } from '#infra/postgres/tables/personal-rows.ts';
import { readRecordsToRemove } from '#projections/read-models/members/retention-queries.ts';
import { removeRecords } from '#services/commands/erasure/remove-records.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { removeRecordsJob } from './definition.ts';

/** The event is appended last, because it removes the rows by which the sweep finds the member. */
export const removeRecordsHandler = defineJobHandler(
  removeRecordsJob,
  async (deps, { memberId }, { commandContext }) => {
    const { pool, clock } = deps;
    if ((await readRecordsToRemove(pool, clock.now(), memberId)).length === 0) return;
    await deleteMemberIds(pool, memberId);
    await removeRecords(deps, memberId, commandContext());
  },
);
