import { parseWholeNumber } from './whole-number.ts';

export const INSTRUCTOR_FEE_PENCE = 'instructor_fee_pence';

/** What an instructor is paid for a class, pence; anything else in the setting, or none, means 3000. */
export const parseInstructorFee = (value: string | null): number =>
  parseWholeNumber(
    { setting: value === null ? null : { value, description: '' } },
    { most: 100_000, otherwise: 3_000 },
  );
