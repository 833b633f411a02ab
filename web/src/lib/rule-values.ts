import type { RulesAnswer } from '#services/contract/rules.ts';
import { readOnce } from './swr-options.ts';
import { useRead } from './use-read.ts';

/**
 * The rules in force, as the texts of the settings. The page contains them, and live updates follow each change; undefined while they
 * could not be read.
 */
export const useRuleValues = (): RulesAnswer['rules'] | undefined =>
  useRead<RulesAnswer>('/api/rules', readOnce).data?.rules;
