import type { Pool } from 'pg';
import { z } from 'zod';
import { closeImport } from '#domain/import/decide.ts';
import { ALL_IMPORTS, type Import, importsDecider } from '#domain/import/decider.ts';
import { type PlannedPerson, sumLots } from '#domain/import/plan.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import { createSealer } from '#infra/crypto/sealer.ts';
import { deleteImportWork, noteImportProgress, readImportWork } from '#infra/postgres/tables/import-work.ts';
import { defineCommand } from '../define-command.ts';
import { type BringDeps, bringPerson, findMember } from './bring-person.ts';
import { toLotId } from './import-ids.ts';
import { inBatches } from './in-batches.ts';

export interface RunImportDeps extends BringDeps {
  readonly pool: Pool;
  readonly memberKeys: MemberKeys;
}

const plannedLines = z.object({
  people: z.array(
    z.object({
      email: z.string(),
      member: z
        .object({ row: z.number(), name: z.string(), phone: z.string(), newsletter: z.boolean() })
        .nullable(),
      lots: z.array(
        z.object({
          file: z.enum(['passes', 'memberships']),
          row: z.number(),
          passId: z.number().nullable(),
          passName: z.string(),
          passes: z.number(),
          classes: z.number(),
          pricePence: z.number(),
          begins: z.string().nullable(),
          expires: z.string(),
        }),
      ),
    }),
  ),
});

/** Counts in the members' own streams what an import brought them. */
async function countBrought(deps: RunImportDeps, importId: string, people: readonly PlannedPerson[]) {
  const granted: { passName: string; passes: number; pricePence: number }[] = [];
  let created = 0;
  let merged = 0;
  await inBatches(people, 0, async ({ email, lots }) => {
    const memberId = await findMember(deps, email);
    if (memberId === null) return;
    const { state } = await deps.deciders.load(memberDecider, memberId);
    if (state.importId === importId) created += 1;
    else merged += 1;
    const { state: wallet } = await deps.deciders.load(walletDecider, memberId);
    for (const lot of lots) {
      const found = wallet.lots.get(toLotId(importId, lot));
      if (found === undefined) continue;
      const { passName, granted: passes, pricePence } = found;
      granted.push({ passName, passes, pricePence });
    }
  });
  return { created, merged, sums: sumLots(granted) };
}

async function bringEveryone(deps: RunImportDeps, one: Import, context: Parameters<typeof bringPerson>[3]) {
  const { pool, memberKeys } = deps;
  const { importId } = one;
  const work = await readImportWork(pool, { importId, task: 'bring' });
  if (!work?.lines) throw new Error(`The lines of import ${importId} are missing`);
  const opened = await createSealer(memberKeys).open(work.lines.keyId, work.lines.sealed);
  const { people } = plannedLines.parse(opened);
  await inBatches(
    people,
    work.done,
    (person) => bringPerson(deps, one, person, context),
    (done) => noteImportProgress(pool, { importId, done, now: context.now }),
  );
  return countBrought(deps, importId, people);
}

/**
 * Brings everyone of an import over, closes it, and destroys the lines with their key. After a crash it goes on with the people who
 * are not done. Convergent.
 */
export const runImport = defineCommand(
  'run-import',
  async (deps: RunImportDeps, { importId }: { importId: string }, context) => {
    const { deciders, pool, memberKeys } = deps;
    const { state } = await deciders.load(importsDecider, ALL_IMPORTS);
    const one = state.imports.get(importId);
    if (one?.status === 'running') {
      const counted = await bringEveryone(deps, one, context);
      await deciders.handle(importsDecider, ALL_IMPORTS, context, (imports) =>
        closeImport(imports, { importId, ...counted, now: context.now }),
      );
    }
    const left = await readImportWork(pool, { importId, task: 'bring' });
    if (left?.lines) await memberKeys.destroy(left.lines.keyId, context.now);
    await deleteImportWork(pool, { importId, task: 'bring' });
  },
);
