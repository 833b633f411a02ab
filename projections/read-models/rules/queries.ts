import { defaultRuleValues, type Rules, type RuleValues, toRules } from '#domain/rules/rules.ts';
import type { Queryable } from '#infra/postgres/queryable.ts';

interface RuleRow {
  readonly key: string;
  readonly value: string;
  readonly version: number;
  readonly at: Date;
}

/** The rulebook for display; a command is decided by its stream. */
export interface ShownRulebook {
  /** 0 before it was opened. */
  readonly version: number;
  readonly effectiveFrom: Date | null;
  readonly values: RuleValues;
}

/** Reads the rulebook in force. */
export async function readRulebook(queryable: Queryable): Promise<ShownRulebook> {
  const { rows } = await queryable.query<RuleRow>({
    name: 'rules-in-force',
    text: 'SELECT DISTINCT ON (key) key, value, version, at FROM rule_changes ORDER BY key, version DESC',
    values: [],
  });
  const latest = rows.toSorted((a, b) => b.version - a.version)[0];
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  return {
    version: latest?.version ?? 0,
    effectiveFrom: latest?.at ?? null,
    values: { ...defaultRuleValues, ...stored },
  };
}

/** Reads the rules in force, as the domain uses them. */
export async function readShownRules(queryable: Queryable): Promise<Rules> {
  const { values, version } = await readRulebook(queryable);
  return toRules(values, version);
}
