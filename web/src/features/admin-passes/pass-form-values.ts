import { z } from 'zod';
import { type AdminPass, passBody } from '#services/contract/admin-passes.ts';
import type { PassValidity } from '#services/contract/pass-validity.ts';
import { pickSeen, type Seen } from '#web/components/staff/use-seen-edit.tsx';
import { toPence, toPounds } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';

const { classes, price } = passBody.shape;

/** The request body with the price in pounds. An empty number fails like one that is too small. */
export const passForm = passBody.extend({
  classes: z.number('Number of classes must be at least 1').pipe(classes),
  price: z
    .union([z.number(), z.nan(), z.literal('')])
    .transform((pounds) => toPence(Number(pounds || 0)))
    .pipe(price),
});
export type PassFormValues = z.input<typeof passForm>;
export type PassFormBody = z.output<typeof passForm>;

/** The initial values for a new pass. */
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

/** The initial values for an existing pass. */
export const toFormValues = ({
  id,
  sold,
  isSpecialOffer,
  price: pence,
  ...pass
}: AdminPass): PassFormValues => ({
  ...pass,
  price: toPounds(pence),
});

const passFields = [
  'name',
  'classes',
  'price',
  'description',
  'isActive',
  'isSignUpOnly',
  'isPopular',
  'validity',
] as const;

/** What an editor of a pass shows of it. */
export const pickSeenPass = (pass: AdminPass): Seen => pickSeen(pass, passFields);

/** The words for a pass's facts. */
export const passTexts = { isActive: { label: 'On sale' } };

/** Whether the price, the classes or the sale changes, so that the effects are confirmed first. */
export const hasChangedTerms = (pass: AdminPass, body: PassFormBody): boolean =>
  body.price !== pass.price || body.classes !== pass.classes || body.isActive !== pass.isActive;

/** '2 months' */
export const formatValidity = ({ unit, count }: PassValidity): string =>
  unit === 'weeks' ? formatCount(count, 'week', 'weeks') : formatCount(count, 'month', 'months');
