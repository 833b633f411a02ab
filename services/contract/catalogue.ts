import { z } from 'zod';
import { numericId, numericIdText } from './values.ts';

/** A pass on sale, for visitors. Only here prices are in pounds. */
export const catalogueProduct = z.object({
  id: numericId,
  name: z.string(),
  classes: z.number().int(),
  price: z.number().describe('Pounds'),
  pricePerClass: z.number().describe('Pounds, rounded to pence'),
  savings: z.number().int().nullable().describe('Percent against the Single Class'),
  description: z.string(),
  expiry: z.string().describe('How long it lasts, such as "2 months"'),
  signUpOnly: z.boolean(),
  isSpecialOffer: z.boolean(),
  isPopular: z.boolean(),
});
export type CatalogueProduct = z.infer<typeof catalogueProduct>;

/** GET /api/class-passes; with a class only the passes that, bought now, can still be used for it. */
export const classPassesQuery = z.object({ classId: numericIdText.optional() });

export const classPassesAnswer = z.object({ classPasses: z.array(catalogueProduct) });
export type ClassPassesAnswer = z.infer<typeof classPassesAnswer>;
