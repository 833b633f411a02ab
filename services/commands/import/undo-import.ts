import type { Pool } from 'pg';
import { beginUndo } from '#domain/import/decide.ts';
import { ALL_IMPORTS, importsDecider } from '#domain/import/decider.ts';
import { putImportWork } from '#infra/postgres/tables/import-work.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

interface UndoDeps extends CommandDeps {
  readonly pool: Pool;
}

/** Begins to undo an import; a job does it. @throws Refusal IMPORT_NOT_FOUND, IMPORT_RUNNING */
export const undoImport = defineCommand(
  'undo-import',
  async ({ deciders, pool }: UndoDeps, { importId }: { importId: string }, context) => {
    const { now } = context;
    const { state } = await deciders.load(importsDecider, ALL_IMPORTS);
    if (state.imports.get(importId)?.status === 'closed')
      await putImportWork(pool, { importId, task: 'undo', now });
    const { position } = await deciders.handle(importsDecider, ALL_IMPORTS, context, (imports) =>
      beginUndo(imports, { importId, now }),
    );
    return { position };
  },
);
