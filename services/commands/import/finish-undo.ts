import type { Pool } from 'pg';
import { finishUndo as decide } from '#domain/import/decide.ts';
import { ALL_IMPORTS, importsDecider } from '#domain/import/decider.ts';
import { eraseBroughtMember } from '#domain/member/decide-import.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { isBookedOrUsed, revokeBroughtLots } from '#domain/wallet/decide-import.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { deleteImportWork } from '#infra/postgres/tables/import-work.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { inBatches } from './in-batches.ts';

/** What one member has of an import. */
interface BroughtThings {
  readonly memberId: string;
  readonly lotIds: readonly string[];
}

interface FinishUndoDeps extends CommandDeps {
  readonly pool: Pool;
  /** Everyone with lots of an import, and everyone who came with it. */
  readonly readBrought: (importId: string) => Promise<readonly BroughtThings[]>;
}

/** Takes one member's lots back, and erases a member who has nothing else. */
async function takeBack(
  { deciders }: CommandDeps,
  importId: string,
  { memberId, lotIds }: BroughtThings,
  context: CommandContext,
): Promise<{ kept: number; isErased: boolean }> {
  const { now } = context;
  const { state: wallet } = await deciders.handle(
    walletDecider,
    memberId,
    stepContext(context, memberId, 'lots'),
    (current) => revokeBroughtLots(current, lotIds, { memberId, now }),
  );
  const lots = [...wallet.lots.values()];
  const kept = lots.filter((lot) => lotIds.includes(lot.lotId) && isBookedOrUsed(lot)).length;
  const hasOthers = kept > 0 || lots.some(({ lotId }) => !lotIds.includes(lotId));
  const { state } = await deciders.handle(
    memberDecider,
    memberId,
    stepContext(context, memberId, 'erase'),
    (member) => (hasOthers ? [] : eraseBroughtMember(member, { memberId, importId, now })),
  );
  return { kept, isErased: state.importId === importId && state.status !== 'active' };
}

/** Takes everything back that an import brought and no member used. Convergent. */
export const finishUndo = defineCommand(
  'finish-undo',
  async ({ deciders, pool, readBrought }: FinishUndoDeps, { importId }: { importId: string }, context) => {
    const { state } = await deciders.load(importsDecider, ALL_IMPORTS);
    if (state.imports.get(importId)?.status === 'undoing') {
      const counts = { lots: 0, kept: 0, members: 0 };
      await inBatches(await readBrought(importId), 0, async (things) => {
        const { kept, isErased } = await takeBack({ deciders }, importId, things, context);
        counts.kept += kept;
        counts.lots += things.lotIds.length - kept;
        if (isErased) counts.members += 1;
      });
      await deciders.handle(importsDecider, ALL_IMPORTS, context, (imports) =>
        decide(imports, { importId, ...counts, now: context.now }),
      );
    }
    await deleteImportWork(pool, { importId, task: 'undo' });
  },
);
