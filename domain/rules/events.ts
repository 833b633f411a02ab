import type { DomainEvent, EventDefinition } from '../event.ts';
import type { RuleKey } from './rule-keys.ts';

/** One rule's change, as texts. */
export interface RuleChange {
  readonly key: RuleKey;
  /** null in the first version, which has every rule. */
  readonly from: string | null;
  readonly to: string;
  /** What the studio notes about the rule; missing when it noted nothing new. */
  readonly description?: string;
}

/** The rulebook has a new version, which holds for everything that is decided after it. */
export type RulebookEvent = DomainEvent<'RulesChanged', { version: number; changes: readonly RuleChange[] }>;

export const rulebookEventDefinitions = {
  RulesChanged: { version: 1 },
} satisfies Record<RulebookEvent['type'], EventDefinition>;
