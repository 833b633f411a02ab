import { parseWholeNumber } from './whole-number.ts';

export const INSTRUCTOR_FEE_PENCE = 'instructor_fee_pence';

/** The fee of an instructor for a class in pence; an unset or invalid value means 3000. */
export const parseInstructorFee = (value: string | null): number =>
  parseWholeNumber(
    { setting: value === null ? null : { value, description: '' } },
    { most: 100_000, otherwise: 3_000 },
  );
