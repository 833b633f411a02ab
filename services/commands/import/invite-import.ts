import type { Pool } from 'pg';
import { inviteImport as decide } from '#domain/import/decide.ts';
import { ALL_IMPORTS, importsDecider } from '#domain/import/decider.ts';
import { putImportWork } from '#infra/postgres/tables/import-work.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

interface InviteDeps extends CommandDeps {
  readonly pool: Pool;
}

/** Has everyone who came with an import invited by email; a job does it. @throws Refusal IMPORT_NOT_FOUND, IMPORT_RUNNING, IMPORT_UNDONE */
export const inviteImport = defineCommand(
  'invite-import',
  async ({ deciders, pool }: InviteDeps, { importId }: { importId: string }, context) => {
    const { now } = context;
    const { state } = await deciders.load(importsDecider, ALL_IMPORTS);
    if (state.imports.get(importId)?.invitedAt === null)
      await putImportWork(pool, { importId, task: 'invite', now });
    const { position } = await deciders.handle(importsDecider, ALL_IMPORTS, context, (imports) =>
      decide(imports, { importId, now }),
    );
    return { position };
  },
);
