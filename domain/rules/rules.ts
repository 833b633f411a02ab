import { type RuleKey, ruleDefinitions } from './rule-keys.ts';

/** The value of every rule, as text. */
export type RuleValues = Readonly<Record<RuleKey, string>>;

/** The rulebook as decisions use it. */
export interface Rules {
  /** Counts the rulebook's events; 0 before it was opened. */
  readonly version: number;
  readonly freeCancellationHours: number;
  readonly bookingWindowDays: number;
  readonly priorityBookingHours: number;
  readonly autoBookUntilHours: number;
  readonly offerMinutes: number;
  readonly broadcastUnderHours: number;
  /** Times on the clock in London, `HH:mm`. */
  readonly quietFrom: string;
  readonly quietUntil: string;
  readonly returnedPassGraceDays: number;
  readonly givenPassMonths: number;
  readonly refillsLateCancellations: boolean;
  readonly pauseNoticeHours: number;
  readonly pausesAllowed: number;
  readonly pausesWithinDays: number;
  readonly instructorFeePence: number;
}

/** Whether the text is a value of the rule. */
export function isRuleValue(key: RuleKey, value: string): boolean {
  const definition = ruleDefinitions[key];
  switch (definition.kind) {
    case 'number':
      return /^\d{1,6}$/.test(value) && Number(value) >= definition.least && Number(value) <= definition.most;
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
    case 'switch':
      return value === 'on' || value === 'off';
  }
}

/** Makes the rulebook from stored texts. A missing or invalid text means the rule's default. */
export function toRules(stored: Partial<RuleValues>, version: number): Rules {
  const read = (key: RuleKey): string => {
    const value = stored[key]?.trim();
    return value !== undefined && isRuleValue(key, value) ? value : ruleDefinitions[key].default;
  };
  return {
    version,
    freeCancellationHours: Number(read('free_cancellation_hours')),
    bookingWindowDays: Number(read('booking_window_days')),
    priorityBookingHours: Number(read('priority_booking_hours')),
    autoBookUntilHours: Number(read('auto_book_until_hours')),
    offerMinutes: Number(read('offer_minutes')),
    broadcastUnderHours: Number(read('broadcast_under_hours')),
    quietFrom: read('quiet_from'),
    quietUntil: read('quiet_until'),
    returnedPassGraceDays: Number(read('returned_pass_grace_days')),
    givenPassMonths: Number(read('given_pass_months')),
    refillsLateCancellations: read('late_cancel_refill') === 'on',
    pauseNoticeHours: Number(read('pause_notice_hours')),
    pausesAllowed: Number(read('pauses_allowed')),
    pausesWithinDays: Number(read('pauses_within_days')),
    instructorFeePence: Number(read('instructor_fee_pence')),
  };
}

/** The values of a studio that has set none. */
export const defaultRuleValues: RuleValues = {
  free_cancellation_hours: ruleDefinitions.free_cancellation_hours.default,
  booking_window_days: ruleDefinitions.booking_window_days.default,
  priority_booking_hours: ruleDefinitions.priority_booking_hours.default,
  auto_book_until_hours: ruleDefinitions.auto_book_until_hours.default,
  offer_minutes: ruleDefinitions.offer_minutes.default,
  broadcast_under_hours: ruleDefinitions.broadcast_under_hours.default,
  quiet_from: ruleDefinitions.quiet_from.default,
  quiet_until: ruleDefinitions.quiet_until.default,
  returned_pass_grace_days: ruleDefinitions.returned_pass_grace_days.default,
  given_pass_months: ruleDefinitions.given_pass_months.default,
  late_cancel_refill: ruleDefinitions.late_cancel_refill.default,
  pause_notice_hours: ruleDefinitions.pause_notice_hours.default,
  pauses_allowed: ruleDefinitions.pauses_allowed.default,
  pauses_within_days: ruleDefinitions.pauses_within_days.default,
  instructor_fee_pence: ruleDefinitions.instructor_fee_pence.default,
};

/** The rules of a studio that has set none. */
export const defaultRules: Rules = toRules({}, 0);

/** The pairs of rules that contradict each other. */
export function findContradictions(rules: Rules): RuleKey[] {
  const keys: RuleKey[] = [];
  if (rules.freeCancellationHours > 24 * rules.bookingWindowDays)
    keys.push('free_cancellation_hours', 'booking_window_days');
  if (rules.broadcastUnderHours >= rules.autoBookUntilHours)
    keys.push('broadcast_under_hours', 'auto_book_until_hours');
  return keys;
}
