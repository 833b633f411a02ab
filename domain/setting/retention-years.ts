import type { SettingState } from './decider.ts';
import { parseWholeNumber } from './whole-number.ts';

export const RETENTION_YEARS = 'retention_years';

/** After how many years without activity an account is erased, 2 to 7; an invalid value means 7. */
export const parseRetentionYears = (state: SettingState): number =>
  parseWholeNumber(state, { least: 2, most: 7, otherwise: 7 });
