import type { Pool } from 'pg';
import { ALL_IMPORTS, importsDecider } from '#domain/import/decider.ts';
import { inviteMember } from '#domain/member/decide-import.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { deleteImportWork } from '#infra/postgres/tables/import-work.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { inBatches } from './in-batches.ts';

interface InviteDeps extends CommandDeps {
  readonly pool: Pool;
  /** The members who came with an import. */
  readonly readMembers: (importId: string) => Promise<readonly string[]>;
}

/** Invites everyone who came with an import and was never here. Convergent. */
export const inviteMembers = defineCommand(
  'invite-members',
  async ({ deciders, pool, readMembers }: InviteDeps, { importId }: { importId: string }, context) => {
    const { state } = await deciders.load(importsDecider, ALL_IMPORTS);
    const one = state.imports.get(importId);
    if (one?.status === 'closed' && one.invitedAt !== null)
      await inBatches(await readMembers(importId), 0, async (memberId) => {
        await deciders.handle(memberDecider, memberId, stepContext(context, memberId), (member) =>
          inviteMember(member, { memberId, importId, now: context.now }),
        );
      });
    await deleteImportWork(pool, { importId, task: 'invite' });
  },
);
