import { type RuleKey, ruleDefinitions } from '#domain/rules/rule-keys.ts';
import { findContradictions, type Rules, type RuleValues, toRules } from '#domain/rules/rules.ts';

const STEPS = 4;

/** A rule of which a sweep shows the range, and the values to try. */
export interface Sweep {
  readonly key: RuleKey;
  readonly values: readonly string[];
}

/** The values of a rule to compare: the ends of its range, some between them, the one in force and the one asked about. */
export function chooseSweepValues(
  fixed: Partial<RuleValues>,
  { inForce, keys }: { inForce: RuleValues; keys: readonly RuleKey[] },
): Sweep | null {
  const [key, ...others] = keys;
  const asked = key === undefined ? undefined : fixed[key];
  if (key === undefined || asked === undefined || others.length > 0) return null;
  const definition = ruleDefinitions[key];
  if (definition.kind === 'time') return null;
  if (definition.kind === 'switch') return { key, values: ['off', 'on'] };
  const { least, most } = definition;
  const spread = Array.from({ length: STEPS + 1 }, (_, index) =>
    Math.round(least + ((most - least) * index) / STEPS),
  );
  const values = [...new Set([...spread, Number(inForce[key]), Number(asked)])]
    .toSorted((a, b) => a - b)
    .map(String);
  return { key, values: values.filter((value) => isPossible(toRules({ ...inForce, [key]: value }, 0))) };
}

const isPossible = (rules: Rules): boolean => findContradictions(rules).length === 0;
