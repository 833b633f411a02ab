import { Refusal } from '#domain/refusal.ts';
import { ALL_EXPORTS, studioExportDecider } from '#domain/studio-export/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Records who takes all data along, before any of it is read. @throws Refusal OWN_ACCOUNT_NEEDED for a shared password */
export const recordExport = defineCommand(
  'record-export',
  async ({ deciders }: CommandDeps, _: object, context) => {
    const { actor } = context;
    if (actor.kind !== 'staff' || actor.staffId === undefined) throw new Refusal('OWN_ACCOUNT_NEEDED');
    const { position } = await deciders.handle(studioExportDecider, ALL_EXPORTS, context, () => [
      { type: 'StudioExported', data: { at: context.now.toISOString() } },
    ]);
    return { position };
  },
);
