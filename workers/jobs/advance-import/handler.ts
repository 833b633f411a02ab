import { ALL_IMPORTS, importsDecider } from '#domain/import/decider.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import {
  countBrought,
  readBroughtMembers,
  readBroughtThings,
  refreshStatistics,
} from '#projections/read-models/wallet/import-queries.ts';
import { finishUndo } from '#services/commands/import/finish-undo.ts';
import { inviteMembers } from '#services/commands/import/invite-members.ts';
import { runImport } from '#services/commands/import/run-import.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { advanceImport } from './definition.ts';

/** The members and lots of an import are found in the read models, so all of them must be there. */
async function assertProjected({ pool, deciders }: JobDependencies, importId: string): Promise<void> {
  const { state } = await deciders.load(importsDecider, ALL_IMPORTS);
  const one = state.imports.get(importId);
  const { members, lots } = await countBrought(pool, importId);
  const granted = (one?.ledgerSums ?? []).reduce((sum, each) => sum + each.lots, 0);
  if (members < (one?.created ?? 0) || lots < granted) throw new NotProjectedYet(`The import ${importId}`);
}

export const advanceImportHandler = defineJobHandler(
  advanceImport,
  async (deps, { importId, task }, { commandContext }) => {
    const { pool } = deps;
    const context = commandContext();
    if (task === 'bring') await runImport(deps, { importId }, context);
    await assertProjected(deps, importId);
    if (task === 'bring') return refreshStatistics(pool);
    if (task === 'invite') {
      const readMembers = (id: string) => readBroughtMembers(pool, id);
      return inviteMembers({ ...deps, readMembers }, { importId }, context);
    }
    const readBrought = (id: string) => readBroughtThings(pool, id);
    return finishUndo({ ...deps, readBrought }, { importId }, context);
  },
);
