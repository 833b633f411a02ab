import { z } from 'zod';
import { classTime, classType, numericId, wallDate } from './values.ts';

const fact = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Each fact that changed, by its name in the request: as the caller saw it, and as it is now. */
export const changedFacts = z.record(z.string(), z.object({ was: fact, is: fact }));
export type ChangedFacts = z.infer<typeof changedFacts>;

/** The price that the caller saw. If it differs now, the answer is 409 CHANGED_SINCE with the new price. */
export const expectedPrice = z
  .number('The expected price is a whole number of pence')
  .int('The expected price is a whole number of pence')
  .min(0, 'The expected price is a whole number of pence')
  .optional()
  .describe('What the caller saw; if it differs now, the answer is 409 CHANGED_SINCE');

/** What the caller saw of the class. If it differs now, the answer is 409 CHANGED_SINCE with the current facts. */
export const expectedClass = z
  .object({
    date: wallDate,
    time: classTime,
    name: classType,
    duration: z.number('The expected length is a whole number of minutes').int().optional(),
    instructorId: numericId.optional(),
  })
  .optional()
  .describe('What the caller saw; if it differs now, the answer is 409 CHANGED_SINCE');
export type ExpectedClass = NonNullable<z.infer<typeof expectedClass>>;
