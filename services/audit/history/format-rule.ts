import { formatPounds } from '#domain/money.ts';
import type { RuleChange } from '#domain/rules/events.ts';
import { type RuleKey, ruleDefinitions } from '#domain/rules/rule-keys.ts';

/** The desk's names of the rules; Settings has texts of its own for the staff who set them. */
const titles: Record<RuleKey, string> = {
  free_cancellation_hours: 'Free cancellation',
  booking_window_days: 'Booking window',
  priority_booking_hours: 'Priority booking for members',
  auto_book_until_hours: 'Waitlist books by itself until',
  offer_minutes: 'Waitlist offers last',
  broadcast_under_hours: 'Free spots go to everyone under',
  quiet_from: 'Quiet hours from',
  quiet_until: 'Quiet hours until',
  returned_pass_grace_days: 'Returned passes last at least',
  given_pass_months: 'Passes given by staff last',
  late_cancel_refill: 'Pass back when the place is filled',
  pause_notice_hours: 'Notice for a pause',
  pauses_allowed: 'Pauses of a membership',
  pauses_within_days: 'Pauses are counted within',
  instructor_fee_pence: 'Instructor fee per class',
};

/** A rule's value with its unit: `24 hours`, `£30.00`, `21:00`, `on`. */
export function formatRuleValue(key: RuleKey, value: string): string {
  const rule = ruleDefinitions[key];
  if (rule.kind !== 'number') return value;
  if (rule.unit === 'pence') return formatPounds(Number(value));
  return `${value} ${value === '1' ? rule.unit.slice(0, -1) : rule.unit}`;
}

export const getRuleTitle = (key: RuleKey): string => titles[key];

/** `Free cancellation: 24 hours, now 12 hours` */
export function formatRuleChange({ key, from, to }: RuleChange): string {
  const value = formatRuleValue(key, to);
  if (from === to) return `${getRuleTitle(key)}: ${value}, with another note`;
  const title = getRuleTitle(key);
  return from === null ? `${title}: ${value}` : `${title}: ${formatRuleValue(key, from)}, now ${value}`;
}
