import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { changeRules as decide, getRuleValue, type RuleSetting } from '#domain/rules/decide.ts';
import { RULEBOOK, rulebookDecider } from '#domain/rules/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

export interface RulesChange {
  readonly settings: readonly RuleSetting[];
  /** The values that the caller saw, by key; `value` is that of the only one. */
  readonly expected?: Facts | undefined;
}

/** Changes rules, all of them or none, for everything that is decided from now on. @throws Refusal RULES_CONTRADICT, CHANGED_SINCE */
export const changeRules = defineCommand(
  'change-rules',
  async ({ deciders }: CommandDeps, { settings, expected }: RulesChange, context) => {
    const { position } = await deciders.handle(rulebookDecider, RULEBOOK, context, (state) =>
      guardEvents(decide(state, { settings, now: context.now }), expected, () => {
        const values = settings.map(({ key }) => [key, getRuleValue(state, key)] as const);
        return { ...Object.fromEntries(values), value: values[0]?.[1] };
      }),
    );
    return { position };
  },
);
