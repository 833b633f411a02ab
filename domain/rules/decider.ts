import type { Decider } from '../decider.ts';
import type { RulebookEvent } from './events.ts';
import { defaultRules, type Rules, type RuleValues, toRules } from './rules.ts';

export interface RulebookState {
  /** The rules that the studio has set. */
  readonly values: Partial<RuleValues>;
  readonly descriptions: Partial<RuleValues>;
  readonly rules: Rules;
}

/** The one stream of the rulebook, so that rules which depend on each other change together. */
export const rulebookDecider: Decider<RulebookState, RulebookEvent> = {
  stream: (id) => `rulebook-${id}`,
  initial: { values: {}, descriptions: {}, rules: defaultRules },
  evolve({ values: before, descriptions: known }, { data: { version, changes } }) {
    const values = { ...before, ...Object.fromEntries(changes.map(({ key, to }) => [key, to])) };
    const described = changes.flatMap(({ key, description }) =>
      description === undefined ? [] : [[key, description]],
    );
    return {
      values,
      descriptions: { ...known, ...Object.fromEntries(described) },
      rules: toRules(values, version),
    };
  },
};

/** The id of the only rulebook. */
export const RULEBOOK = 'studio';
