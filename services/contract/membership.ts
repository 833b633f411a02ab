import { z } from 'zod';
import { agreement } from './agreement.ts';
import { expectedPrice } from './changed-since.ts';
import { commandAnswer } from './errors.ts';
import { planInterval } from './plans.ts';
import { instant, numericId } from './values.ts';

export const membershipStatuses = ['none', 'active', 'paused', 'past_due', 'ended'] as const;

const pausedPeriod = z
  .object({ from: instant, until: instant })
  .nullable()
  .describe('The next period, which is not charged and has no passes; while paused, the one that runs');

/** GET /api/membership: the caller's membership, with status `none` if there never was one. */
export const membershipAnswer = z.object({
  success: z.literal(true),
  id: numericId.nullable(),
  status: z
    .enum(membershipStatuses)
    .describe(
      '`past_due`: a renewal is not paid yet, so nothing new can be booked on it. `paused`: a period without a charge and passes',
    ),
  monthlyPasses: z.number().int(),
  remainingPasses: z.number().int().describe('Of the period that runs; 0 while none does'),
  monthlyCredits: z.number().int().describe('The same as monthlyPasses'),
  remainingCredits: z.number().int().describe('The same as remainingPasses'),
  planId: numericId.nullable().describe('null if there never was a membership'),
  planName: z.string().describe('Of the first plan on sale if there never was a membership'),
  pricePence: z.number().int().describe('Of a period'),
  interval: planInterval,
  hasPriority: z.boolean().describe('Books each day’s classes before pass holders'),
  priceChange: z
    .object({ pricePence: z.number().int(), effectiveFrom: z.string().describe('A London day') })
    .nullable()
    .describe('Another price from the first renewal on or after that day'),
  planChange: z
    .object({
      planId: numericId,
      planName: z.string(),
      pricePence: z.number().int(),
      passes: z.number().int(),
      interval: planInterval,
    })
    .nullable()
    .describe('Another plan from the next renewal'),
  startDate: instant.nullable(),
  currentPeriodStart: instant.nullable(),
  currentPeriodEnd: instant.nullable(),
  nextBillingDate: instant.nullable().describe('null when no further charge is due'),
  pause: pausedPeriod,
  cancelAtPeriodEnd: z.boolean(),
  endsAt: instant.nullable().describe('When a cancelled membership ends'),
  endedAt: instant.nullable(),
  withdrawUntil: instant
    .nullable()
    .describe('Until then it can be cancelled with its money back; null once that is over'),
  openPayment: z
    .object({
      url: z
        .string()
        .nullable()
        .describe('Where the open invoice can be paid; null when the provider did not say'),
      nextAttemptAt: instant.nullable().describe('When the card is tried again'),
      periodEnd: instant
        .nullable()
        .describe('The end of the month to pay; null when the provider did not say'),
    })
    .nullable()
    .describe('Only while past due with an invoice to pay; null once that was voided by a cancellation'),
});
export type MembershipAnswer = z.infer<typeof membershipAnswer>;

/** POST /api/create-membership-subscription and /api/membership/subscribe; the body may be missing. */
export const subscribeBody = z
  .object({
    planId: numericId.optional().describe('Of a plan on sale; without it, the first of them'),
    expectedPricePence: expectedPrice,
    ...agreement,
  })
  .nullish();
export type SubscribeBody = z.infer<typeof subscribeBody>;

/** POST /api/create-membership-subscription */
export const membershipSessionAnswer = z.object({ success: z.literal(true), sessionUrl: z.string() });
export type MembershipSessionAnswer = z.infer<typeof membershipSessionAnswer>;

/** POST /api/membership/subscribe */
export const membershipRedirectAnswer = z.object({ success: z.literal(true), redirectUrl: z.string() });
export type MembershipRedirectAnswer = z.infer<typeof membershipRedirectAnswer>;

/** POST /api/membership/complete: starts the membership when the member returns from the payment page. */
export const completeMembershipBody = z.object({
  session_id: z.string().regex(/^cs_[A-Za-z0-9_]{1,250}$/, 'Use the id of a checkout session'),
});
export type CompleteMembershipBody = z.infer<typeof completeMembershipBody>;
export const completeMembershipAnswer = z.object({
  success: z.literal(true),
  outcome: z
    .enum(['active', 'not_paid', 'already_member'])
    .describe('`already_member`: there was a membership, and this payment has gone back'),
  pending: z.literal(true).optional(),
});
export type CompleteMembershipAnswer = z.infer<typeof completeMembershipAnswer>;

/**
 * POST /api/membership/{id}/cancel and /api/admin/memberships/{id}/cancel: ends the membership with its period, or an
 * unpaid one immediately. What is left to pay is voided. The body may be missing.
 */
export const cancelMembershipBody = z
  .object({
    when: z
      .enum(['now', 'period_end'], 'Choose now, or the end of the month')
      .default('period_end')
      .describe('`now` only while a payment is open (past due)'),
  })
  .nullish();
export type CancelMembershipBody = z.input<typeof cancelMembershipBody>;
export const cancelMembershipAnswer = commandAnswer.extend({
  endsAt: instant.nullable(),
  remainingPasses: z.number().int(),
});
export type CancelMembershipAnswer = z.infer<typeof cancelMembershipAnswer>;

/** POST /api/membership/{id}/resume and /api/admin/memberships/{id}/resume: withdraws a cancellation before the period ends. */
export const resumeMembershipAnswer = commandAnswer.extend({ nextBillingDate: instant.nullable() });
export type ResumeMembershipAnswer = z.infer<typeof resumeMembershipAnswer>;

/**
 * POST /api/membership/{id}/pause: the next period is not charged and has no passes; then the membership comes back by itself. DELETE
 * withdraws that before it begins. Staff do both at /api/admin/memberships/{id}/pause.
 */
export const pauseMembershipAnswer = commandAnswer.extend({ from: instant, until: instant });
export type PauseMembershipAnswer = z.infer<typeof pauseMembershipAnswer>;

/** With `dryRun=true`, for the member. */
export const pausePreviewAnswer = z.object({
  success: z.literal(true),
  dryRun: z.literal(true),
  summary: z.array(z.string()).describe('What will happen, sentence by sentence'),
  from: instant,
  until: instant.describe('Then it is charged again'),
  pricePence: z.number().int().describe('Of the charge after the pause'),
  passes: z.number().int().describe('That come with that charge'),
  bookings: z
    .array(
      z.object({
        bookingId: numericId,
        classId: numericId,
        className: z.string(),
        startsAt: instant,
        passName: z.string(),
      }),
    )
    .describe('Of classes within the pause, the earliest first. They stand'),
});
export type PausePreviewAnswer = z.infer<typeof pausePreviewAnswer>;

/** GET /api/settings/membership_availability */
export const membershipAvailabilityAnswer = z.object({
  success: z.literal(true),
  setting: z.object({ key: z.string(), value: z.string(), description: z.string() }),
});
export type MembershipAvailabilityAnswer = z.infer<typeof membershipAvailabilityAnswer>;

/** GET /api/admin/memberships: active ones first, then the latest. */
export const adminMembership = z.object({
  id: numericId,
  userId: z.string(),
  status: z.enum(['active', 'paused', 'past_due', 'ended']),
  monthlyPasses: z.number().int(),
  remainingPasses: z.number().int(),
  planId: numericId,
  planName: z.string(),
  nextPlanName: z.string().nullable().describe('Another plan from the next renewal'),
  pricePence: z.number().int().describe('Of a period, as it was sold'),
  interval: planInterval,
  startDate: instant,
  currentPeriodStart: instant,
  currentPeriodEnd: instant,
  pause: pausedPeriod,
  cancelAtPeriodEnd: z.boolean(),
  endsAt: instant.nullable(),
  unpaidUntil: instant
    .nullable()
    .describe(
      'The end of a month that is not paid and not asked for any more: the next charge, unless it is cancelled',
    ),
  endedAt: instant.nullable(),
  user: z.object({ name: z.string(), email: z.string(), phone: z.string() }).describe('Blank once forgotten'),
});
export type AdminMembership = z.infer<typeof adminMembership>;
export const adminMembershipsAnswer = z.object({
  success: z.literal(true),
  memberships: z.array(adminMembership),
  statistics: z.object({
    active: z.number().int().describe('Paid and running, also those that end with their period'),
    cancelling: z.number().int().describe('Of those, how many do not renew'),
    pastDue: z.number().int(),
    paused: z.number().int().describe('In a period that is neither charged nor has passes'),
    monthlyRevenuePence: z
      .number()
      .int()
      .describe('The price of each active one that renews; one of four weeks counts 13/12 a month'),
    plans: z
      .array(
        z.object({
          planId: numericId,
          name: z.string(),
          active: z.number().int(),
          renewing: z.number().int(),
          monthlyRevenuePence: z.number().int(),
        }),
      )
      .describe('The same by plan, each rounded for itself'),
  }),
});
export type AdminMembershipsAnswer = z.infer<typeof adminMembershipsAnswer>;

/** POST /api/membership/{id}/plan: another plan at the next renewal, or a larger one now; the present plan withdraws a change. */
export const changePlanOfMembershipBody = z.object({
  planId: numericId,
  when: z.enum(['now', 'renewal'], 'Choose now, or the next renewal'),
  expectedPricePence: expectedPrice.describe('With `now`: the price of the dry run'),
  quotedAt: instant.optional().describe('With `now`: of the dry run, whose price holds for an hour'),
});
export type ChangePlanOfMembershipBody = z.infer<typeof changePlanOfMembershipBody>;

/** With `dryRun=true`. */
export const planChangePreview = z.object({
  success: z.literal(true),
  dryRun: z.literal(true),
  summary: z.array(z.string()).describe('What will happen, sentence by sentence'),
  pricePence: z.number().int().describe('What is charged now'),
  passes: z.number().int().describe('Passes that are added now'),
  startsAt: instant,
  quotedAt: instant,
});
export type PlanChangePreview = z.infer<typeof planChangePreview>;
