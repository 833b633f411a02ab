import type { SettingState } from './decider.ts';
import { parseWholeNumber } from './whole-number.ts';

export const SPECIAL_OFFER_DAYS = 'special_offer_days';

/** For how many days after the first booked class the special pass is offered; an invalid value means 7. */
export const parseSpecialOfferDays = (state: SettingState): number =>
  parseWholeNumber(state, { most: 365, otherwise: 7 });
