import { useMemo } from 'react';
import { defaultRules, type Rules, toRules } from '#services/contract/rulebook.ts';
import { useRuleValues } from './rule-values.ts';

/** The rules in force, with their numbers, for a page that states many. The home page has no room for it. */
export const useRules = (): Rules => {
  const values = useRuleValues();
  return useMemo(() => (values ? toRules(values, 0) : defaultRules), [values]);
};
