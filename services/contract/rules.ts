import { z } from 'zod';
import { type RuleKey, ruleDefinitions, ruleKeys } from '#domain/rules/rule-keys.ts';
import { instant } from './values.ts';

export { isRuleKey, type RuleKey, ruleKeys } from '#domain/rules/rule-keys.ts';

/** How a setting is shown and which values it has. */
export type SettingRule = {
  readonly title: string;
  readonly default: string;
  /** Describes it until it is set with a description of its own. */
  readonly about?: string;
} & (
  | {
      readonly kind: 'number';
      /** Money is in pence. */
      readonly unit: 'minutes' | 'hours' | 'days' | 'months' | 'years' | 'pauses' | 'pence';
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: 'choice'; readonly choices: readonly [string, ...string[]] }
  /** A time on the clock in London, `HH:mm`. */
  | { readonly kind: 'time' }
);

/** The title and the meaning of each rule, with its range from the domain. */
export const rules = {
  free_cancellation_hours: {
    ...ruleDefinitions.free_cancellation_hours,
    title: 'Free cancellation',
    about: 'How long before a class a member can still cancel and get the pass back',
  },
  booking_window_days: {
    ...ruleDefinitions.booking_window_days,
    title: 'Booking window',
    about: 'How many calendar days ahead a class can be booked',
  },
  priority_booking_hours: {
    ...ruleDefinitions.priority_booking_hours,
    title: 'Priority booking for members',
    about: 'How many hours members with a membership can book before everyone else',
  },
  auto_book_until_hours: {
    ...ruleDefinitions.auto_book_until_hours,
    title: 'Waitlist books by itself until',
    about:
      'Longer than this before a class, a free spot is booked for the first person waiting. After that, or once free cancellation has ended, it is offered instead',
  },
  offer_minutes: {
    ...ruleDefinitions.offer_minutes,
    title: 'Waitlist offers last',
    about: 'How long a spot is kept for the person it is offered to. Quiet hours do not count',
  },
  broadcast_under_hours: {
    ...ruleDefinitions.broadcast_under_hours,
    title: 'Free spots go to everyone under',
    about: 'Closer to a class than this, everyone waiting is told about a free spot, first come first served',
  },
  quiet_from: {
    ...ruleDefinitions.quiet_from,
    title: 'Quiet hours from',
    about: 'From this time on nobody is offered a spot. The same time as the end means no quiet hours',
  },
  quiet_until: {
    ...ruleDefinitions.quiet_until,
    title: 'Quiet hours until',
    about: 'From this time on spots are offered again',
  },
  returned_pass_grace_days: {
    ...ruleDefinitions.returned_pass_grace_days,
    title: 'Returned passes last at least',
    about: 'How long a pass that the studio gives back can still be used, even if it had run out',
  },
  given_pass_months: {
    ...ruleDefinitions.given_pass_months,
    title: 'Passes given by staff last',
    about: 'How long a pass can be used from the day on which staff give it',
  },
  late_cancel_refill: {
    ...ruleDefinitions.late_cancel_refill,
    kind: 'choice',
    choices: ['on', 'off'],
    title: 'Pass back when the place is filled',
    about:
      'Whether a late cancellation gets its pass back when someone else takes the place before the class',
  },
  pause_notice_hours: {
    ...ruleDefinitions.pause_notice_hours,
    title: 'Notice for a pause',
    about: 'How long before a charge a membership can still be paused for the period that it would pay',
  },
  pauses_allowed: {
    ...ruleDefinitions.pauses_allowed,
    title: 'Pauses of a membership',
    about: 'How many times a membership can be paused, each time for one period. With 0 it cannot be paused',
  },
  pauses_within_days: {
    ...ruleDefinitions.pauses_within_days,
    title: 'Pauses are counted within',
    about: 'The time before a pause in which earlier ones count',
  },
  instructor_fee_pence: {
    ...ruleDefinitions.instructor_fee_pence,
    title: 'Instructor fee per class',
    about: 'What an instructor without a rate of their own is paid for each class held',
  },
} as const satisfies Record<RuleKey, SettingRule>;

export const valueMissing = 'Setting value is required';

/** The schema of a setting that is a whole number. */
export const wholeNumber = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z
    .string(valueMissing)
    .trim()
    .min(1, { error: valueMissing, abort: true })
    .regex(/^\d{1,6}$/, 'Use a whole number')
    .refine((text) => Number(text) <= most, `Use a number up to ${most}`)
    .refine((text) => Number(text) >= least, `Use a number from ${least}`);

/** The sentence of a value that is none of the choices, or is missing. */
export const explainChoice = (sentence: string) => ({
  error: ({ input }: { readonly input?: unknown }): string =>
    input === undefined || input === null || input === '' ? valueMissing : sentence,
});

const clockTime = z
  .string(valueMissing)
  .trim()
  .min(1, { error: valueMissing, abort: true })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time from 00:00 to 23:59');

/** The schema of each rule's value. */
export const ruleValues = {
  free_cancellation_hours: wholeNumber(rules.free_cancellation_hours),
  booking_window_days: wholeNumber(rules.booking_window_days),
  priority_booking_hours: wholeNumber(rules.priority_booking_hours),
  auto_book_until_hours: wholeNumber(rules.auto_book_until_hours),
  offer_minutes: wholeNumber(rules.offer_minutes),
  broadcast_under_hours: wholeNumber(rules.broadcast_under_hours),
  quiet_from: clockTime,
  quiet_until: clockTime,
  returned_pass_grace_days: wholeNumber(rules.returned_pass_grace_days),
  given_pass_months: wholeNumber(rules.given_pass_months),
  late_cancel_refill: z.enum(rules.late_cancel_refill.choices, explainChoice('This rule is on or off')),
  pause_notice_hours: wholeNumber(rules.pause_notice_hours),
  pauses_allowed: wholeNumber(rules.pauses_allowed),
  pauses_within_days: wholeNumber(rules.pauses_within_days),
  instructor_fee_pence: wholeNumber(rules.instructor_fee_pence),
} as const satisfies Record<RuleKey, z.ZodType>;

/** GET /api/rules: the rulebook in force, which holds for what is decided from now on. */
export const rulesAnswer = z.object({
  version: z.number().int().describe('Grows by one with each change'),
  effectiveFrom: instant.nullable().describe('When this version began; null before the rulebook was opened'),
  rules: z.record(z.enum(ruleKeys), z.string()),
});
export type RulesAnswer = z.infer<typeof rulesAnswer>;
