import { z } from 'zod';

const wholeNumber = (most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, 'Use a whole number')
    .refine((text) => Number(text) <= most, `Use a number up to ${most}`);

/** What each setting may be. */
const values = {
  membership_availability: z.enum(['open', 'closed'], 'Memberships are open or closed'),
  priority_booking_hours: wholeNumber(24),
  special_offer_days: wholeNumber(365),
  instructor_fee_pence: wholeNumber(100_000),
} as const;

const setting = <Key extends keyof typeof values>(key: Key) =>
  z.object({
    key: z.literal(key),
    value: values[key],
    description: z.string().trim().max(500, 'Please keep this under 500 characters').optional(),
  });

/** POST /api/admin/settings; a description left out stays as it is. */
export const settingBody = z.discriminatedUnion('key', [
  setting('membership_availability'),
  setting('priority_booking_hours'),
  setting('special_offer_days'),
  setting('instructor_fee_pence'),
]);
