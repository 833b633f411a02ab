import { z } from 'zod';
import { expectedClass, expectedPrice } from './changed-since.ts';
import { allowOverlap } from './overlap.ts';
import { instant, numericId } from './values.ts';

/** POST /api/checkout: keeps a seat for ten minutes and begins the payment of a pass that books it. */
export const checkoutBody = z.object({
  classId: numericId,
  passId: numericId,
  requestKey: z.uuid('Use a UUID').describe('Of one click: sent again, it is the same payment'),
  acceptTerms: z
    .literal(true, 'Accept the terms to buy a pass')
    .describe('The member accepts the terms of the studio'),
  startNow: z
    .literal(true, 'Ask us to start now to book with this pass')
    .describe(
      'The member asks for the service to begin within the fourteen days in which they may cancel it',
    ),
  saveCard: z
    .boolean('Say whether to keep the card')
    .optional()
    .describe('The member agrees that Stripe keeps the card for the next payment'),
  expected: expectedClass
    .unwrap()
    .extend({ pricePence: expectedPrice })
    .optional()
    .describe('What the caller saw of class and pass; if it differs now, the answer is 409 CHANGED_SINCE'),
  allowOverlap,
});
export type CheckoutBody = z.infer<typeof checkoutBody>;

export const checkoutAnswer = z.object({
  success: z.literal(true),
  clientSecret: z.string(),
  publishableKey: z.string(),
  amountPence: z.number().int().describe('What will be charged'),
  reservedUntil: instant.describe(
    'The seat is kept up to this instant; paid later, it is booked if it is free',
  ),
});
export type CheckoutAnswer = z.infer<typeof checkoutAnswer>;
