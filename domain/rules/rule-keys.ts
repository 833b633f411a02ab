/** A rule that is a whole number, from `least` to `most`. */
interface NumberRule {
  readonly kind: 'number';
  readonly unit: 'hours' | 'days' | 'minutes' | 'months' | 'pauses' | 'pence';
  readonly least: number;
  readonly most: number;
  readonly default: string;
}

/** A rule that is a time on the clock in London, `HH:mm`. */
interface TimeRule {
  readonly kind: 'time';
  readonly default: string;
}

/** A rule that is `on` or `off`. */
interface SwitchRule {
  readonly kind: 'switch';
  readonly default: 'on' | 'off';
}

/** Every rule of the rulebook, with its range and its value until the studio sets another. */
export const ruleDefinitions = {
  /** Cancelling up to this long before the class, inclusive, returns the pass. */
  free_cancellation_hours: { kind: 'number', unit: 'hours', least: 0, most: 72, default: '24' },
  /** How many calendar days ahead a class can be booked. */
  booking_window_days: { kind: 'number', unit: 'days', least: 1, most: 60, default: '7' },
  /** The head start of memberships over pass holders on the first day of the window. */
  priority_booking_hours: { kind: 'number', unit: 'hours', least: 0, most: 24, default: '12' },
  /** Longer than this before the class, a free spot is booked for the first waiting member; from then on it is offered. */
  auto_book_until_hours: { kind: 'number', unit: 'hours', least: 3, most: 72, default: '26' },
  /** How long an offer lasts, outside quiet hours. */
  offer_minutes: { kind: 'number', unit: 'minutes', least: 5, most: 180, default: '30' },
  /** Closer to the class than this, a free spot is announced to all waiting members. */
  broadcast_under_hours: { kind: 'number', unit: 'hours', least: 0, most: 24, default: '2' },
  /** No spot is offered in quiet hours. Equal times mean that there are none. */
  quiet_from: { kind: 'time', default: '21:00' },
  quiet_until: { kind: 'time', default: '07:00' },
  /** A pass that the studio returns can be used for this long at least. */
  returned_pass_grace_days: { kind: 'number', unit: 'days', least: 0, most: 31, default: '7' },
  /** How long a pass that staff give can be used. */
  given_pass_months: { kind: 'number', unit: 'months', least: 1, most: 12, default: '3' },
  /** Whether the pass of a late cancellation comes back when another member takes the place. */
  late_cancel_refill: { kind: 'switch', default: 'off' },
  /** A pause of a membership is asked for at least this long before the charge that it skips. */
  pause_notice_hours: { kind: 'number', unit: 'hours', least: 1, most: 336, default: '48' },
  /** How many pauses may begin within `pauses_within_days`. 0 means that memberships cannot be paused. */
  pauses_allowed: { kind: 'number', unit: 'pauses', least: 0, most: 12, default: '2' },
  pauses_within_days: { kind: 'number', unit: 'days', least: 30, most: 730, default: '365' },
  /** What an instructor is paid for a class held. */
  instructor_fee_pence: { kind: 'number', unit: 'pence', least: 0, most: 100_000, default: '3000' },
} as const satisfies Record<string, NumberRule | TimeRule | SwitchRule>;

export type RuleKey = keyof typeof ruleDefinitions;

export const ruleKeys = [
  'free_cancellation_hours',
  'booking_window_days',
  'priority_booking_hours',
  'auto_book_until_hours',
  'offer_minutes',
  'broadcast_under_hours',
  'quiet_from',
  'quiet_until',
  'returned_pass_grace_days',
  'given_pass_months',
  'late_cancel_refill',
  'pause_notice_hours',
  'pauses_allowed',
  'pauses_within_days',
  'instructor_fee_pence',
] as const satisfies readonly RuleKey[];

export const isRuleKey = (key: string): key is RuleKey => Object.hasOwn(ruleDefinitions, key);
