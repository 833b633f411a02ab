import { defineTable } from '#projections/definition/table.ts';

/** The rules that each version of the rulebook changed. */
export const ruleChanges = defineTable({
  name: 'rule_changes',
  columns: {
    version: 'integer',
    key: 'text',
    value: 'text',
    at: 'timestamptz',
  },
  key: ['version', 'key'],
});
