import { z } from 'zod';
import { planIntervals } from '#domain/plan/events.ts';
import { commandAnswer } from './errors.ts';
import { expectedPlan } from './expected-facts.ts';
import { linesText, thingName } from './text.ts';
import { numericId, requestKey, sellingPrice, wallDate } from './values.ts';

export const planInterval = z
  .enum(planIntervals, 'Choose a month or four weeks')
  .describe('`month`: 12 a year; `4_weeks`: 13 a year');

/** A plan of membership that can be started, for visitors. */
export const plan = z.object({
  id: numericId,
  name: z.string(),
  pricePence: z.number().int().describe('Of one period'),
  passes: z.number().int().describe('Of one period'),
  interval: planInterval,
  priority: z.boolean().describe('Whether its holders book each day’s classes before pass holders'),
  description: z.string(),
});
export type Plan = z.infer<typeof plan>;

/** GET /api/membership/plans: those on sale; without a choice, the first one is started. */
export const plansAnswer = z.object({ success: z.literal(true), plans: z.array(plan) });
export type PlansAnswer = z.infer<typeof plansAnswer>;

/** A plan of membership, for staff. */
export const adminPlan = plan.extend({
  onSale: z.boolean(),
  order: z.number().int().describe('Its place among the plans, the lowest first'),
  isRetired: z.boolean().describe('Not sold any more; memberships of it run on'),
  holders: z.number().int().describe('Running memberships'),
  priceChange: z
    .object({ pricePence: z.number().int(), effectiveFrom: z.string() })
    .nullable()
    .describe('The latest price for holders, from their first renewal on or after a London day'),
});
export type AdminPlan = z.infer<typeof adminPlan>;

/** GET /api/admin/plans: also plans off sale, and retired ones last. */
export const adminPlansAnswer = z.object({ success: z.literal(true), plans: z.array(adminPlan) });
export type AdminPlansAnswer = z.infer<typeof adminPlansAnswer>;

export const planBody = z.object({
  name: thingName('Plan name is required'),
  pricePence: sellingPrice,
  passes: z
    .number()
    .int('Number of passes must be a whole number')
    .min(1, 'Number of passes must be at least 1')
    .max(200, 'Number of passes must be at most 200'),
  interval: planInterval.default('month'),
  priority: z.boolean().default(true),
  description: linesText.max(500, 'Please keep this under 500 characters').default(''),
  onSale: z.boolean().default(true),
  order: z
    .number()
    .int('The place must be a whole number')
    .min(1, 'The place must be at least 1')
    .max(1_000, 'The place must be at most 1000')
    .default(1),
});

/** POST /api/admin/plans */
export const newPlanBody = planBody.extend({ requestKey });

/** PUT /api/admin/plans/{id}: for new sales; a member who has the plan keeps its price and passes. */
export const changePlanBody = planBody.extend({ expected: expectedPlan });

/** POST /api/admin/plans/{id}/price-change: another price for those who have the plan, with 30 days’ notice. */
export const priceChangeBody = z.object({
  pricePence: sellingPrice,
  effectiveFrom: wallDate,
  expected: expectedPlan,
});
export type PriceChangeBody = z.input<typeof priceChangeBody>;

/** `plan` is missing only if `pending`, when the read model does not include it yet. */
export const adminPlanAnswer = commandAnswer.extend({ plan: adminPlan.optional() });
