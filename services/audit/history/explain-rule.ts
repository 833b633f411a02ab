import type { Rules } from '#domain/rules/rules.ts';
import { spellTimes } from '#domain/rules/spelling.ts';

/** The rules that decisions follow; each explanation names the rules of one kind of decision. */
export type RuleTopic =
  | 'cancellation'
  | 'window'
  | 'automatic booking'
  | 'offer'
  | 'announcement'
  | 'grace'
  | 'given passes'
  | 'refill'
  | 'pause';

const count = (amount: number, unit: string): string => `${amount} ${unit}${amount === 1 ? '' : 's'}`;

function explainOffer({ offerMinutes, quietFrom, quietUntil }: Rules): string {
  const quiet = quietFrom === quietUntil ? '' : ` Nobody is offered one from ${quietFrom} to ${quietUntil}.`;
  return `A free spot is kept for the person it is offered to for ${count(offerMinutes, 'minute')}.${quiet}`;
}

function explainTopic(topic: RuleTopic, rules: Rules): string {
  switch (topic) {
    case 'cancellation':
      return rules.freeCancellationHours === 0
        ? 'Cancelling is free until the class starts.'
        : `Cancelling is free up to ${count(rules.freeCancellationHours, 'hour')} before the class.`;
    case 'window':
      return `Booking opens ${count(rules.bookingWindowDays, 'day')} ahead.`;
    case 'automatic booking':
      return `A free spot is booked for the first in the line until ${count(rules.autoBookUntilHours, 'hour')} before the class.`;
    case 'offer':
      return explainOffer(rules);
    case 'announcement':
      return `Under ${count(rules.broadcastUnderHours, 'hour')} before the class a free spot is announced to everyone in the line.`;
    case 'grace':
      return `A pass that the studio gives back lasts at least ${count(rules.returnedPassGraceDays, 'day')}.`;
    case 'given passes':
      return `A pass that staff give lasts ${count(rules.givenPassMonths, 'month')}.`;
    case 'refill':
      return rules.refillsLateCancellations
        ? 'The pass of a late cancellation comes back when someone else takes the place.'
        : 'The pass of a late cancellation does not come back, also when someone else takes the place.';
    case 'pause':
      return rules.pausesAllowed === 0
        ? 'Memberships cannot be paused.'
        : `A membership can be paused ${spellTimes(rules.pausesAllowed)} in ${count(rules.pausesWithinDays, 'day')}, at least ${count(rules.pauseNoticeHours, 'hour')} before the charge.`;
  }
}

/** What these rules state about the topics, in sentences. */
export const explainRules = (topics: readonly RuleTopic[], rules: Rules): string =>
  topics.map((topic) => explainTopic(topic, rules)).join(' ');
