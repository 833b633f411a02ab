import { z } from 'zod';
import { type AdminPass, type PassValidity, passBody } from '../../../../services/contract/admin-passes.ts';
import { toPence, toPounds } from '../../lib/money.ts';
import { formatCount } from '../../lib/numbers.ts';

const { classes, price } = passBody.shape;

/** What the form holds: as the server takes it, but the price in pounds. An emptied number reads like one too small. */
export const passForm = passBody.extend({
  classes: z.number('Number of classes must be at least 1').pipe(classes),
  price: z
    .union([z.number(), z.nan(), z.literal('')])
    .transform((pounds) => toPence(Number(pounds || 0)))
    .pipe(price),
});
export type PassFormValues = z.input<typeof passForm>;
export type PassFormBody = z.output<typeof passForm>;

/** What the form starts with for a new pass; the price is left to be filled in. */
export const newPass: PassFormValues = {
  name: '',
  classes: 1,
  price: '',
  description: '',
  isActive: true,
  isSignUpOnly: false,
  isPopular: false,
  validity: { unit: 'weeks', count: 2 },
};

/** What the form starts with for a pass that is there. */
export const formOf = ({ id, sold, isSpecialOffer, price: pence, ...pass }: AdminPass): PassFormValues => ({
  ...pass,
  price: toPounds(pence),
});

/** Whether what is sold changes, so that it is worth saying what that does. */
export const changesTerms = (pass: AdminPass, body: PassFormBody): boolean =>
  body.price !== pass.price || body.classes !== pass.classes || body.isActive !== pass.isActive;

/** '2 months' */
export const validityText = ({ unit, count }: PassValidity): string =>
  unit === 'weeks' ? formatCount(count, 'week', 'weeks') : formatCount(count, 'month', 'months');
