import { z } from 'zod';

const maxLength = 200;
const tooLong = 'Please use a password under 200 characters';

/** A password that is compared with the stored one. It may be from before today's rules. */
export const currentPassword = z.string().min(1, 'Password is required').max(maxLength, tooLong);

/** A password that a member sets (spec 000 section 5). The API also refuses common ones. */
export const memberPassword = z
  .string()
  .min(6, 'Password must be at least 6 characters')
  .max(maxLength, tooLong);

/** A password that staff set, longer because it gives access to all members' data. The API also refuses common ones. */
export const staffPassword = z
  .string()
  .min(12, 'Password must be at least 12 characters')
  .max(maxLength, tooLong);

/** Whether two typed passwords are one. The API compares in the same form. */
export const isSamePassword = (a: string, b: string): boolean => a.normalize('NFKC') === b.normalize('NFKC');
