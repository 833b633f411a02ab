import type { Pool } from 'pg';
import { closeImport, stopImport } from '#domain/import/decide.ts';
import { ALL_IMPORTS, type Import, importsDecider } from '#domain/import/decider.ts';
import { type PlannedPerson, sumLots } from '#domain/import/plan.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { deleteImportWork, noteImportProgress, readImportWork } from '#infra/postgres/tables/import-work.ts';
import { defineCommand } from '../define-command.ts';
import { type BringDeps, bringPerson, findMember } from './bring-person.ts';
import { toLotId } from './import-ids.ts';
import { inBatches } from './in-batches.ts';
import { openLines } from './sealed-lines.ts';

export interface RunImportDeps extends BringDeps {
  readonly pool: Pool;
  readonly memberKeys: MemberKeys;
}

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

/** Brings everyone over, and closes the import. One whose lines are lost stops, until its files come again. */
async function bringEveryone(deps: RunImportDeps, one: Import, context: CommandContext): Promise<void> {
  const { deciders, pool, memberKeys } = deps;
  const { importId } = one;
  const { now } = context;
  const work = await readImportWork(pool, { importId, task: 'bring' });
  if (!work?.lines) {
    await deciders.handle(importsDecider, ALL_IMPORTS, context, (imports) =>
      stopImport(imports, { importId, now }),
    );
    return;
  }
  const people = await openLines(memberKeys, work.lines);
  await inBatches(
    people,
    work.done,
    (person) => bringPerson(deps, one, person, context),
    (done) => noteImportProgress(pool, { importId, done, now }),
  );
  const counted = await countBrought(deps, importId, people);
  await deciders.handle(importsDecider, ALL_IMPORTS, context, (imports) =>
    closeImport(imports, { importId, ...counted, now }),
  );
}

/**
 * Brings everyone of an import over, closes it, and destroys the lines with their key. After a crash it goes on with the people who
 * are not done. Convergent.
 */
export const runImport = defineCommand(
  'run-import',
  async (deps: RunImportDeps, { importId }: { importId: string }, context) => {
    const { deciders, pool, memberKeys } = deps;
    const before = await deciders.load(importsDecider, ALL_IMPORTS);
    const one = before.state.imports.get(importId);
    if (one?.status === 'running') await bringEveryone(deps, one, context);
    const { state } = await deciders.load(importsDecider, ALL_IMPORTS);
    // Stopped, and begun again in the meantime.
    if (state.imports.get(importId)?.status === 'running') return;
    const left = await readImportWork(pool, { importId, task: 'bring' });
    if (left === undefined) return;
    if (left.lines) await memberKeys.destroy(left.lines.keyId, context.now);
    await deleteImportWork(pool, { importId, task: 'bring' });
  },
);
