import { z } from 'zod';
import { commandAnswer } from './errors.ts';
import { expectedPass } from './expected-facts.ts';
import { type PassValidity, passValidity } from './pass-validity.ts';
import { linesText, thingName } from './text.ts';
import { numericId, requestKey, sellingPrice } from './values.ts';

/** The table of pass expiry (spec 001 section 9; 3 classes by product rule 1), the largest first. */
const validityTable: readonly (PassValidity & { readonly classes: number })[] = [
  { classes: 20, unit: 'months', count: 6 },
  { classes: 10, unit: 'months', count: 3 },
  { classes: 5, unit: 'months', count: 2 },
  { classes: 3, unit: 'months', count: 1 },
  { classes: 1, unit: 'weeks', count: 2 },
];

/** The form's default validity: that of the table's largest pass with at most as many classes; a week for a sign-up pass. */
export function proposeValidity(classes: number, isSignUpOnly: boolean): PassValidity {
  if (isSignUpOnly) return { unit: 'weeks', count: 1 };
  const row = validityTable.find((each) => each.classes <= classes);
  return row ? { unit: row.unit, count: row.count } : { unit: 'weeks', count: 2 };
}

/** A pass of the catalogue, for staff. */
export const adminPass = z.object({
  id: numericId,
  name: z.string(),
  classes: z.number().int(),
  price: z.number().int().describe('Pence'),
  description: z.string(),
  isActive: z.boolean(),
  isSignUpOnly: z.boolean().describe('Once a member, over all sign-up passes'),
  isSpecialOffer: z.boolean().describe('Offered for a few days after the first class, once a member'),
  isPopular: z.boolean(),
  validity: z.object({ unit: z.enum(['weeks', 'months']), count: z.number().int() }),
  sold: z.number().int().describe('How often it was bought, at any price'),
});
export type AdminPass = z.infer<typeof adminPass>;

/** GET /api/admin/class-passes: passes off sale too. */
export const adminPassesAnswer = z.object({
  success: z.literal(true),
  classPasses: z.array(adminPass),
});
export type AdminPassesAnswer = z.infer<typeof adminPassesAnswer>;

/** A pass. Without a validity, a new pass gets the proposed one and an existing pass keeps its own. */
export const passBody = z.object({
  name: thingName('Pass name is required'),
  classes: z
    .number()
    .int('Number of classes must be a whole number')
    .min(1, 'Number of classes must be at least 1')
    .max(200, 'Number of classes must be at most 200'),
  price: sellingPrice,
  description: linesText.max(500, 'Please keep this under 500 characters').default(''),
  isActive: z.boolean().default(true),
  isSignUpOnly: z.boolean().default(false),
  isPopular: z.boolean().default(false),
  validity: passValidity.optional(),
});
export type PassBody = z.input<typeof passBody>;

/** PUT /api/admin/class-passes/{id} */
export const changePassBody = passBody.extend({ expected: expectedPass });

/** POST /api/admin/class-passes */
export const newPassBody = passBody.extend({ requestKey });

/** `classPass` is missing only if `pending`, when the read model does not include it yet. */
export const adminPassAnswer = commandAnswer.extend({ classPass: adminPass.optional() });
