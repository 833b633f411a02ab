import { z } from 'zod';
import { changedFacts } from './changed-since.ts';
import { overlappedBooking } from './overlap.ts';

/** Every code of an error answer; the sentence beside it is for people. */
export const errorCodes = [
  'INVALID_INPUT',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'HTTPS_REQUIRED',
  'WRONG_HOST',
  'UNAUTHENTICATED',
  'SIGNED_OUT',
  'SESSION_IDLE',
  'WRONG_CREDENTIALS',
  'FORBIDDEN',
  'NOT_FOUND',
  'EMAIL_TAKEN',
  'NO_PASS',
  'CLASS_FULL',
  'CLASS_PAST',
  'CLASS_CANCELLED',
  'CLASS_NOT_FOUND',
  'OUTSIDE_BOOKING_WINDOW',
  'SPOT_OFFERED',
  'CLASS_NOT_FULL',
  'CLASS_HAS_LINE',
  'PASS_ENDS_BEFORE_CLASS',
  'ALREADY_BOOKED',
  'OVERLAPPING_BOOKING',
  'NOT_ON_WAITLIST',
  'ALREADY_CANCELLED',
  'BOOKING_NOT_FOUND',
  'CARD_NOT_FOUND',
  'MOVE_TOO_LATE',
  'UNDO_TOO_LATE',
  'ALREADY_USED',
  'LOT_NOT_FOUND',
  'OWN_ACCOUNT_NEEDED',
  'CLOSURE_NOT_FOUND',
  'CLOSURE_OVER',
  'CLOSURE_DAYS',
  'STUDIO_CLOSED',
  'NOT_ENOUGH_PASSES',
  'NOT_ELIGIBLE',
  'PASS_NOT_FOUND',
  'PASS_NOT_ON_SALE',
  'PAYMENT_NOT_FOUND',
  'PAYMENT_NOT_COMPLETE',
  'PAYMENT_PROCESSING',
  'PAYMENT_REFUNDED',
  'PAYMENT_DISPUTED',
  'DISPUTE_NOT_FOUND',
  'DISPUTE_ANSWERED',
  'DISPUTE_CLOSED',
  'EVIDENCE_TOO_LONG',
  'EVIDENCE_REFUSED',
  'OVER_REFUND',
  'NOTHING_UNUSED',
  'REFUND_IN_PROGRESS',
  'WITHDRAWAL_OVER',
  'NOTHING_TO_WITHDRAW',
  'REFUND_REFUSED',
  'REQUEST_KEY_USED',
  'PAYMENT_DECLINED',
  'PAYMENT_REFUSED',
  'INSTRUCTOR_NOT_FOUND',
  'INSTRUCTOR_HAS_CLASSES',
  'RATE_EXISTS',
  'COMPLAINT_NOT_FOUND',
  'NEGATIVE_RATE',
  'MEMBERSHIPS_CLOSED',
  'ALREADY_MEMBER',
  'MEMBERSHIP_NOT_FOUND',
  'MEMBERSHIP_NOT_ACTIVE',
  'MEMBERSHIP_PAID',
  'PLAN_NOT_FOUND',
  'PLAN_NOT_ON_SALE',
  'PLAN_RETIRED',
  'PLAN_ALREADY',
  'PLAN_NOT_AN_UPGRADE',
  'PLAN_CHANGE_NOT_POSSIBLE',
  'NOTICE_TOO_SHORT',
  'TEMPLATE_NOT_FOUND',
  'TEMPLATE_CLASS_NOT_FOUND',
  'MONTH_NOT_OVER',
  'PAY_PERIOD_NOT_OVER',
  'PAY_PERIOD_CLOSED',
  'INVALID_LINK',
  'INVALID_RESET_LINK',
  'INVALID_EMAIL_LINK',
  'INVALID_CANCEL_LINK',
  'INVALID_EMAIL_PROOF',
  'INVALID_PASSKEY',
  'INVALID_SIGN_IN_CODE',
  'INVALID_SIGN_IN_LINK',
  'STAFF_NOT_FOUND',
  'STAFF_EMAIL_TAKEN',
  'STAFF_JOINED',
  'STAFF_SELF',
  'STAFF_LAST_ADMIN',
  'NAMED_ADMIN_NEEDED',
  'SHARED_PASSWORDS_OFF',
  'INVALID_INVITE',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_NEEDED',
  'SECOND_FACTOR_FIRST',
  'SECOND_FACTOR_EXISTS',
  'SECOND_FACTOR_MISSING',
  'WRONG_CODE',
  'INVALID_SIGNATURE',
  'MEMBER_FORGOTTEN',
  'ERASURE_NOT_COMPLETE',
  'CHANGED_SINCE',
  'OVERLAPS_BOOKING',
  'RULES_CONTRADICT',
  'EMPTY_SPAN',
  'WHAT_IF_RUNNING',
  'CONFLICT',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The one shape of every error answer. */
export const errorAnswer = z.object({
  success: z.literal(false),
  error: z.string().describe('A sentence for a person'),
  code: z.enum(errorCodes),
  requestId: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  classes: z
    .array(z.object({ id: z.number().int(), name: z.string(), date: z.string(), time: z.string() }))
    .optional()
    .describe('With INSTRUCTOR_HAS_CLASSES: the classes to come'),
  changed: changedFacts
    .optional()
    .describe('With CHANGED_SINCE: what changed, as the caller saw it and as it is'),
  change: z
    .object({
      key: z.string(),
      from: z.string().nullable(),
      to: z.string(),
      by: z.string(),
      at: z.string(),
    })
    .optional()
    .describe('With CHANGED_SINCE about a rule: its latest change'),
  keys: z
    .array(z.string())
    .optional()
    .describe('With RULES_CONTRADICT: the rules that contradict each other'),
  rulesVersion: z
    .number()
    .int()
    .optional()
    .describe('The version of the rulebook that the refusal follows, where a rule decides it'),
  overlaps: overlappedBooking.optional().describe('With OVERLAPS_BOOKING: the booking at that time'),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;

/** The least that a successful command answers; `pending` if a read model did not catch up within 2 s. */
export const commandAnswer = z.object({ success: z.literal(true), pending: z.literal(true).optional() });
