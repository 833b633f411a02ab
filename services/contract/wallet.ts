import { z } from 'zod';
import { dryRunAnswer } from './dry-run.ts';
import { commandAnswer } from './errors.ts';
import { classType, instant, numericId, wallDate } from './values.ts';

/** A lot in My Passes. */
export const userPass = z.object({
  id: z.string().describe('The lot'),
  passName: z.string(),
  passClasses: z.number().int(),
  passPrice: z.number().int().describe('Pence'),
  remaining: z.number().int().describe('0 once expired'),
  takenBack: z.number().int().describe('Passes that went back with a refund or a dispute'),
  purchaseDate: instant,
  expiresAt: instant,
  state: z.enum(['active', 'expiring', 'expired']),
  withdrawUntil: instant
    .nullable()
    .describe('Until then the purchase can be cancelled; null once that is over, or when it was not bought'),
  daysLeft: z.number().int().describe('Whole days, London; 0 on the last day, negative once expired'),
  brought: z
    .object({
      source: z.string().describe('The system that the studio came from'),
      passes: z.number().int().describe('How many were left then'),
      classes: z.number().int().describe('How many it had'),
    })
    .nullable()
    .describe('Where the lot was brought over from; null for one of this studio'),
});
export type UserPass = z.infer<typeof userPass>;

/** GET /api/user/passes answers a plain list. */
export const userPassesAnswer = z.array(userPass);
export type UserPassesAnswer = z.infer<typeof userPassesAnswer>;

/** The places in which a pass can be. */
const place = z.enum(['available', 'held', 'used', 'forfeited', 'expired', 'revoked']);

/** One event of a lot, as it was recorded. */
export const lotHistoryEntry = z.object({
  position: z.string().describe('Of the event in the whole log'),
  stream: z.string(),
  revision: z.number().int().describe('Of the event in its stream'),
  at: instant,
  type: z.enum([
    'LotGranted',
    'PassHeld',
    'PassSpent',
    'PassReturned',
    'PassForfeited',
    'PassMoved',
    'PassMovedBack',
    'LotExpired',
    'LotRevoked',
    'LotRestored',
    'LotExtended',
    'LotExtensionWithdrawn',
    'LotClosed',
  ]),
  by: z.enum(['member', 'studio', 'automatic']).describe('Who caused it'),
  passes: z.number().int().describe('How many passes it moved'),
  from: place.nullable().describe('null: from outside the wallet, or nothing moved'),
  to: place.nullable(),
  balance: z.number().int().describe('Passes of the lot that can be booked with after it'),
  expiresAt: instant.nullable().describe('The last instant of the lot, where the event sets it'),
  reason: z
    .enum(['refund', 'dispute', 'staff', 'membership', 'import', 'dispute_won', 'refund_failed'])
    .nullable(),
  closedFor: z
    .string()
    .nullable()
    .describe('The reasons of the closing days for which the lot lasts longer; null for other events'),
  bookingId: numericId.nullable(),
  class: z
    .object({
      id: numericId,
      name: classType,
      date: wallDate,
      time: z.string(),
      instructorName: z.string(),
      startsAt: instant,
    })
    .nullable()
    .describe('The class that it was for'),
  rule: z
    .string()
    .nullable()
    .describe('What the rule said that set when the passes lapse; null where none did'),
});
export type LotHistoryEntry = z.infer<typeof lotHistoryEntry>;

/** GET /api/user/passes/{lotId}/history: every event of one lot, the oldest first, read from the member's own stream. */
export const lotHistoryAnswer = z.object({
  success: z.literal(true),
  lotId: z.string(),
  passName: z.string(),
  counts: z
    .object({
      granted: z.number().int(),
      available: z.number().int(),
      held: z.number().int(),
      used: z.number().int(),
      forfeited: z.number().int(),
      expired: z.number().int(),
      revoked: z.number().int(),
    })
    .describe('`granted` is the sum of the others'),
  balanced: z.boolean().describe('Whether every pass that was granted is in one place'),
  entries: z.array(lotHistoryEntry),
});
export type LotHistoryAnswer = z.infer<typeof lotHistoryAnswer>;

/** A lot id in a path. */
export const lotIdText = z.string().regex(/^[A-Za-z0-9_-]{1,120}$/, 'Use the id of a lot');

/** POST /api/user/passes/{lotId}/withdraw: cancels the purchase within 14 days. */
export const withdrawalAnswer = commandAnswer.extend({
  amountPence: z.number().int().describe('What goes back'),
  isMade: z.boolean().describe('False while Stripe does not answer: then it is made by itself'),
});
export type WithdrawalAnswer = z.infer<typeof withdrawalAnswer>;

/** With `?dryRun=true`. */
export const withdrawalPreviewAnswer = dryRunAnswer.extend({
  amountPence: z.number().int(),
  bookingsCancelled: z.number().int().describe('Bookings ahead, which are cancelled first'),
  classesPaid: z.number().int().describe('Passes used, or lost on a late cancellation'),
});
export type WithdrawalPreviewAnswer = z.infer<typeof withdrawalPreviewAnswer>;
