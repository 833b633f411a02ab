import { z } from 'zod';

/** How long a pass lasts from the day of purchase. */
export const passValidity = z
  .object({
    unit: z.enum(['weeks', 'months']),
    count: z
      .number()
      .int('Use a whole number')
      .min(1, 'A pass lasts at least 1 week')
      .max(104, 'A pass lasts at most 104 weeks'),
  })
  .refine(({ unit, count }) => unit === 'weeks' || count <= 24, 'A pass lasts at most 24 months');
export type PassValidity = z.infer<typeof passValidity>;
