import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { beginImport as decide } from '#domain/import/decide.ts';
import { ALL_IMPORTS, importsDecider } from '#domain/import/decider.ts';
import type { ImportFile, ImportSum } from '#domain/import/events.ts';
import type { PlannedPerson } from '#domain/import/plan.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import { lockImports, putImportWork } from '#infra/postgres/tables/import-work.ts';
import { inTransaction } from '#infra/postgres/transaction.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { computeImportId } from './import-ids.ts';
import { sealLines } from './sealed-lines.ts';

export interface BeginImportDeps extends CommandDeps {
  readonly pool: Pool;
  readonly memberKeys: Pick<MemberKeys, 'create' | 'find'>;
}

export interface ImportInput {
  readonly source: string;
  readonly files: readonly ImportFile[];
  readonly people: readonly PlannedPerson[];
  readonly sums: readonly ImportSum[];
}

/**
 * Begins to bring people and passes over from another system; a job does it, person by person. The lines wait for it encrypted
 * with a key of their own. The same files again begin nothing, unless the import stopped. @throws Refusal CONFLICT
 */
export const beginImport = defineCommand(
  'begin-import',
  async ({ deciders, pool, memberKeys }: BeginImportDeps, input: ImportInput, context) => {
    const { source, files, people, sums } = input;
    const { now } = context;
    return inTransaction(pool, async (client) => {
      // The same files at the same moment would overwrite each other's lines.
      await lockImports(client);
      const { state, position } = await deciders.handle(importsDecider, ALL_IMPORTS, context, () => []);
      const importId = computeImportId(state, files);
      const known = state.imports.get(importId);
      if (known !== undefined && known.status !== 'stopped') return { importId, position };
      const keyId = `import-${randomUUID()}`;
      await memberKeys.create(keyId);
      const sealed = await sealLines(memberKeys, keyId, people);
      const lines = { keyId, sealed, people: people.length };
      await putImportWork(pool, { importId, task: 'bring', now, lines });
      const begun = await deciders.handle(importsDecider, ALL_IMPORTS, context, (imports) =>
        decide(imports, { importId, source, files, people: people.length, sums, now }),
      );
      return { importId, position: begun.position };
    });
  },
);
