import { z } from 'zod';
import { agreement } from './agreement.ts';
import { expectedPrice } from './changed-since.ts';
import { instant, numericId } from './values.ts';

/** POST /api/create-payment-intent */
export const createPaymentIntentBody = z.object({
  passId: numericId,
  expectedPricePence: expectedPrice,
  expected: z
    .object({
      classes: z.number('The expected number of classes is a whole number').int(),
      expiry: z.string().max(40, 'This is longer than an expiry can be'),
    })
    .partial()
    .optional()
    .describe('What else the caller saw of the pass, as the catalogue has it'),
  ...agreement,
});
export type CreatePaymentIntentBody = z.infer<typeof createPaymentIntentBody>;

export const createPaymentIntentAnswer = z.object({
  success: z.literal(true),
  clientSecret: z.string(),
  amountPence: z.number().int().describe('What will be charged'),
  classes: z.number().int().describe('What will be bought'),
  expiry: z.string().describe('How long it lasts, such as "2 months"'),
  publishableKey: z.string(),
});
export type CreatePaymentIntentAnswer = z.infer<typeof createPaymentIntentAnswer>;

/** A payment's id at Stripe. */
export const paymentId = z.string().regex(/^pi_[A-Za-z0-9_]{1,250}$/, 'Use the id of a payment');

/** POST /api/complete-payment */
export const completePaymentBody = z.object({ payment_intent_id: paymentId });
export type CompletePaymentBody = z.infer<typeof completePaymentBody>;

export const completePaymentAnswer = z.object({
  success: z.literal(true),
  pass: z.object({
    name: z.string(),
    classes: z.number().int(),
    price: z.number().int(),
    expiresAt: instant,
  }),
  creditsRemaining: z.number().int(),
  booking: z
    .object({ id: numericId })
    .nullable()
    .describe('The booking that the pass was bought for; null without one'),
  notBooked: z
    .string()
    .nullable()
    .describe('Why the class that the pass was bought for is not booked, as an error code; the pass stays'),
  pending: z.literal(true).optional(),
});
export type CompletePaymentAnswer = z.infer<typeof completePaymentAnswer>;

/** GET /api/user/special-offer-eligibility */
export const specialOfferAnswer = z.object({
  eligible: z.boolean(),
  daysLeft: z.number().int().describe('Whole days, London; 0 on the last day, and when not eligible'),
  endsAt: instant.nullable().describe('The last instant of the offer while eligible'),
});
export type SpecialOfferAnswer = z.infer<typeof specialOfferAnswer>;

/** GET /api/config: what the web app needs before it starts. */
export const configAnswer = z.object({
  studio: z.object({
    name: z.string(),
    town: z.string(),
    email: z.string(),
    address: z.string(),
  }),
  sandbox: z.boolean().describe('Shown as a bar on every page'),
  demoIsBeingMade: z.boolean().describe("While the sandbox's demo studio is being filled"),
  stripe: z.object({
    publishableKey: z.string(),
    sandboxScriptUrl: z
      .string()
      .nullable()
      .describe("Stands in for Stripe's own script; null with real keys"),
  }),
});
export type ConfigAnswer = z.infer<typeof configAnswer>;
