import { Refusal } from '../refusal.ts';
import type { RulebookState } from './decider.ts';
import type { RulebookEvent, RuleChange } from './events.ts';
import { type RuleKey, ruleDefinitions, ruleKeys } from './rule-keys.ts';
import { findContradictions, isRuleValue, type RuleValues, toRules } from './rules.ts';

/** A new value for a rule; the caller has checked its range. */
export interface RuleSetting {
  readonly key: RuleKey;
  readonly value: string;
  readonly description?: string | undefined;
}

/** The value of a rule in force. */
export const getRuleValue = ({ values }: RulebookState, key: RuleKey): string =>
  values[key] ?? ruleDefinitions[key].default;

/** Opens the rulebook with the values that the studio had before it, and defaults. Appends nothing when it is open. */
export function openRulebook(
  { rules }: RulebookState,
  { values, now }: { values: Partial<RuleValues>; now: Date },
): RulebookEvent[] {
  if (rules.version > 0) return [];
  const changes = ruleKeys.map((key) => {
    const value = values[key];
    const to = value !== undefined && isRuleValue(key, value) ? value : ruleDefinitions[key].default;
    return { key, from: null, to };
  });
  return [{ type: 'RulesChanged', data: { version: 1, changes, at: now.toISOString() } }];
}

/** The refusal of rules that contradict each other; null when they do not. */
export function describeContradiction(values: Partial<RuleValues>): Refusal | null {
  const keys = findContradictions(toRules(values, 0));
  if (keys.length === 0) return null;
  const about = keys.includes('booking_window_days') ? 'window' : 'spots';
  return new Refusal('RULES_CONTRADICT', { about }, { keys });
}

/**
 * Changes rules, all of them or none. Appends nothing when they have these values.
 * @throws Refusal RULES_CONTRADICT with the keys of the rules that do
 */
export function changeRules(
  state: RulebookState,
  { settings, now }: { settings: readonly RuleSetting[]; now: Date },
): RulebookEvent[] {
  const changes = settings.flatMap(({ key, value: to, description }): RuleChange[] => {
    const from = getRuleValue(state, key);
    const isDescribed = description !== undefined && description !== (state.descriptions[key] ?? '');
    if (from === to && !isDescribed) return [];
    return [{ key, from, to, ...(isDescribed ? { description } : {}) }];
  });
  if (changes.length === 0) return [];
  const version = state.rules.version + 1;
  const values = { ...state.values, ...Object.fromEntries(changes.map(({ key, to }) => [key, to])) };
  const contradiction = describeContradiction(values);
  if (contradiction !== null) throw contradiction;
  return [{ type: 'RulesChanged', data: { version, changes, at: now.toISOString() } }];
}
