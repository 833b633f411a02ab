import { z } from 'zod';
import { type AdminPlan, planBody } from '#services/contract/plans.ts';
import { pickSeen, type Seen } from '#web/components/staff/use-seen-edit.tsx';
import { formatWallDate } from '#web/lib/london-time.ts';
import { formatExactPence, toPence, toPounds } from '#web/lib/money.ts';

const { passes, pricePence, order } = planBody.shape;

/** The request body with the price in pounds. An empty number fails like one that is too small. */
export const planForm = planBody.extend({
  passes: z.number('Number of passes must be at least 1').pipe(passes),
  pricePence: z
    .union([z.number(), z.nan(), z.literal('')])
    .transform((pounds) => toPence(Number(pounds || 0)))
    .pipe(pricePence),
  order: z.number('The place must be at least 1').pipe(order.unwrap()),
});
export type PlanFormValues = z.input<typeof planForm>;
export type PlanFormBody = z.output<typeof planForm>;

/** The initial values for a new plan, which comes after the others. */
export const createNewPlan = (plans: readonly AdminPlan[]): PlanFormValues => ({
  name: '',
  passes: 8,
  pricePence: '',
  interval: 'month',
  priority: true,
  description: '',
  onSale: true,
  order: Math.max(0, ...plans.map((plan) => plan.order)) + 1,
});

/** The initial values for an existing plan. */
export const toFormValues = ({
  id,
  isRetired,
  holders,
  priceChange,
  pricePence: pence,
  ...plan
}: AdminPlan): PlanFormValues => ({
  ...plan,
  pricePence: toPounds(pence),
});

const planFields = [
  'name',
  'pricePence',
  'passes',
  'interval',
  'priority',
  'description',
  'onSale',
  'order',
] as const;

/** What an editor of a plan shows of it. */
export const pickSeenPlan = (plan: AdminPlan): Seen => pickSeen(plan, planFields);

/** What the dialog about the price for members shows, also that another person proposed one meanwhile. */
export const pickSeenPrices = ({ pricePence, priceChange }: AdminPlan): Seen => ({
  pricePence,
  priceForMembers: priceChange?.pricePence ?? null,
  priceForMembersFrom: priceChange?.effectiveFrom ?? null,
});

/** The words for a plan's facts. */
export const planTexts = {
  pricePence: { label: 'Price', format: (value: string | number) => formatExactPence(Number(value)) },
  passes: { label: 'Passes' },
  interval: {
    label: 'Renews',
    format: (value: string | number) => (value === '4_weeks' ? 'Every four weeks' : 'Every month'),
  },
  priority: { label: 'Priority booking' },
  onSale: { label: 'On sale' },
  order: { label: 'Place' },
  priceForMembers: {
    label: 'Price for members',
    format: (value: string | number) => formatExactPence(Number(value)),
  },
  priceForMembersFrom: { label: 'From', format: (value: string | number) => formatWallDate(String(value)) },
};

/** Whether the price, the passes or the sale changes, so that the effects are confirmed first. */
export const hasChangedTerms = (plan: AdminPlan, body: PlanFormBody): boolean =>
  body.pricePence !== plan.pricePence ||
  body.passes !== plan.passes ||
  body.interval !== plan.interval ||
  body.onSale !== plan.onSale;
