import { Refusal } from '#domain/refusal.ts';
import type { RuleSetting } from '#domain/rules/decide.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun, createDryDependencies } from '#services/api/dry-run.ts';
import { readActorNames } from '#services/api/presenters/describe-actor.ts';
import { describeRuleEffects } from '#services/api/presenters/describe-rule-effects.ts';
import { describeSettingChange } from '#services/api/presenters/describe-setting.ts';
import { readSettingHistory } from '#services/audit/history/setting-history.ts';
import { changeRules, type RulesChange } from '#services/commands/rules/change-rules.ts';

interface RequestedRule extends RuleSetting {
  /** What the caller saw. */
  readonly expected?: { readonly value?: string | undefined } | undefined;
}

/** Adds the latest change of the rule that the caller saw otherwise. */
async function withLatestChange(
  { eventStore, pool }: ApiDependencies,
  refusal: Refusal,
  settings: readonly RequestedRule[],
): Promise<Refusal> {
  const changed = refusal.facts.changed ?? {};
  const key = (settings.length === 1 ? settings[0] : settings.find((rule) => rule.key in changed))?.key;
  const latest = key === undefined ? undefined : (await readSettingHistory(eventStore, key))[0];
  if (key === undefined || latest === undefined) return refusal;
  const { at, by, from, to } = describeSettingChange(latest, await readActorNames(pool, [latest.actor]));
  return new Refusal(refusal.code, refusal.details, { ...refusal.facts, change: { key, from, to, by, at } });
}

/** Decides a change of rules without making it, and lists who is affected. @throws Refusal as `setRules` */
async function previewRules(deps: ApiDependencies, change: RulesChange, context: CommandContext) {
  const dry = createDryDependencies(deps);
  await changeRules(dry, change, context);
  return answerDryRun(await describeRuleEffects(deps.pool, dry.events, context.now));
}

/** Changes rules, all of them or none, or previews it. @throws Refusal RULES_CONTRADICT, CHANGED_SINCE with the change that was made meanwhile */
export async function setRules(
  deps: ApiDependencies,
  { changes, isDryRun }: { changes: readonly RequestedRule[]; isDryRun: boolean },
  context: CommandContext,
) {
  const [only] = changes;
  const expected =
    changes.length === 1
      ? only?.expected
      : Object.fromEntries(changes.map(({ key, expected: seen }) => [key, seen?.value]));
  try {
    const change = { settings: changes, expected };
    if (isDryRun) return await previewRules(deps, change, context);
    const { position } = await changeRules(deps, change, context);
    return {
      success: true as const,
      ...(await deps.catchUp(position, ['settings', 'rules', 'setting-history'])),
    };
  } catch (error) {
    const isOutdated = error instanceof Refusal && error.code === 'CHANGED_SINCE';
    throw isOutdated ? await withLatestChange(deps, error, changes) : error;
  }
}
