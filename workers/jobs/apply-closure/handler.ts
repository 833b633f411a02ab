import { readTimetableClasses } from '#projections/read-models/schedule/queries.ts';
import { readPassHolders } from '#projections/read-models/wallet/queries.ts';
import { applyClosure } from '#services/commands/closure/apply-closure.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { applyClosureJob } from './definition.ts';

export const applyClosureHandler = defineJobHandler(
  applyClosureJob,
  async (deps, { closureId }, { commandContext }) => {
    const { pool } = deps;
    await applyClosure(
      {
        ...deps,
        readScheduledClasses: (from, to) => readTimetableClasses(pool, from, to),
        readPassHolders: (from, to) => readPassHolders(pool, from, to),
      },
      { closureId },
      commandContext(),
    );
  },
);
