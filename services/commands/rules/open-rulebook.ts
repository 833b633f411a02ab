import { openRulebook as decide } from '#domain/rules/decide.ts';
import { RULEBOOK, rulebookDecider } from '#domain/rules/decider.ts';
import type { RuleKey } from '#domain/rules/rule-keys.ts';
import { settingDecider } from '#domain/setting/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** The rules that were settings with streams of their own before the rulebook. */
const formerSettings = [
  'priority_booking_hours',
  'instructor_fee_pence',
] as const satisfies readonly RuleKey[];

/** Opens the rulebook of a studio that has none, with the values that it had set before. */
export const openRulebook = defineCommand(
  'open-rulebook',
  async ({ deciders }: CommandDeps, _input: null, context) => {
    const { state, position } = await deciders.load(rulebookDecider, RULEBOOK);
    if (state.rules.version > 0) return { position };
    const former = await Promise.all(
      formerSettings.map(async (key) => [
        key,
        (await deciders.load(settingDecider, key)).state.setting?.value,
      ]),
    );
    return deciders.handle(rulebookDecider, RULEBOOK, context, (current) =>
      decide(current, { values: Object.fromEntries(former), now: context.now }),
    );
  },
);
