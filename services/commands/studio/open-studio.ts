import { openingCatalogue } from '#domain/pass/opening-catalogue.ts';
import { firstPlan } from '#domain/plan/first-plan.ts';
import { settingDecider } from '#domain/setting/decider.ts';
import { openingSettings } from '#domain/setting/opening-settings.ts';
import { createPass } from '../catalogue/create-pass.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { createPlan } from '../plan/create-plan.ts';
import { openRulebook } from '../rules/open-rulebook.ts';
import { changeSetting } from '../setting/change-setting.ts';

/**
 * Gives a new studio its catalogue, first plan, settings and rulebook. Existing ones stay as they are, so that it can run at every start
 * and completes an opening that was cut off.
 */
export const openStudio = defineCommand('open-studio', async (deps: CommandDeps, _input: null, context) => {
  let position: bigint | null = null;
  for (const { passId, ...pass } of openingCatalogue) {
    const created = await createPass({ ...deps, nextPassId: async () => passId }, pass, {
      ...context,
      commandId: `${context.commandId}/pass-${passId}`,
    });
    position = created.position;
  }
  const { planId, ...plan } = firstPlan;
  const opened = await createPlan({ ...deps, nextPlanId: async () => planId }, plan, {
    ...context,
    commandId: `${context.commandId}/plan-${planId}`,
  });
  position = opened.position ?? position;
  for (const setting of openingSettings) {
    const { revision } = await deps.deciders.load(settingDecider, setting.key);
    if (revision !== null) continue;
    const set = await changeSetting(deps, setting, {
      ...context,
      commandId: `${context.commandId}/setting-${setting.key}`,
    });
    position = set.position;
  }
  const rulebook = await openRulebook(deps, null, { ...context, commandId: `${context.commandId}/rulebook` });
  return { position: rulebook.position ?? position };
});
