import { getRuleValue } from '#domain/rules/decide.ts';
import { RULEBOOK, rulebookDecider } from '#domain/rules/decider.ts';
import { ruleKeys } from '#domain/rules/rule-keys.ts';
import type { AuditEvent } from './audit-event.ts';
import { describeEvents } from './describe-events.ts';
import { formatRuleValue, getRuleTitle } from './format-rule.ts';
import { readStreamAsOf, type StreamReader } from './read-stream-as-of.ts';

export interface RulebookHistory {
  readonly asOf: string;
  /** 0 before the rulebook. */
  readonly version: number;
  /** Every rule in force, in words. */
  readonly rules: readonly { readonly key: string; readonly title: string; readonly value: string }[];
  readonly events: readonly (AuditEvent & { readonly version: number })[];
}

/** Reads the rules in force as of an instant and every change of them. @throws EventStoreUnavailable */
export async function readRulebookHistory(eventStore: StreamReader, asOf: Date): Promise<RulebookHistory> {
  const records = await readStreamAsOf(eventStore, rulebookDecider.stream(RULEBOOK), asOf);
  let state = rulebookDecider.initial;
  const versions = records.map((record) => {
    if (record.type === 'RulesChanged') state = rulebookDecider.evolve(state, record);
    return state.rules.version;
  });
  return {
    asOf: asOf.toISOString(),
    version: state.rules.version,
    rules: ruleKeys.map((key) => ({
      key,
      title: getRuleTitle(key),
      value: formatRuleValue(key, getRuleValue(state, key)),
    })),
    events: describeEvents(records).events.map((event, index) => ({
      ...event,
      version: versions[index] ?? state.rules.version,
    })),
  };
}
