import { formatDays, formatHours, formatMinutes } from '#services/contract/rule-wording.ts';
import type { Rules } from '#services/contract/rulebook.ts';

const MIDDAY = 12;
const WHOLE_DAY = 24;
const WEEK = 7;

/** 'at noon', 'from 06:00', 'a day later': when a day opens to pass holders, some hours after the midnight of members. */
export const describePassHolderStart = (hours: number, preposition: 'at' | 'from'): string => {
  if (hours >= WHOLE_DAY) return 'a day later';
  return `${preposition} ${hours === MIDDAY ? 'noon' : `${String(hours).padStart(2, '0')}:00`}`;
};

/** When the classes of a day can first be booked. */
export const describeOpening = (priorityBookingHours: number): string =>
  priorityBookingHours === 0
    ? 'A day opens at midnight.'
    : `A day opens to members with a membership at midnight and to pass holders ${describePassHolderStart(priorityBookingHours, 'at')}.`;

/** What cancelling in time, late, and moving mean in hours. */
export const listCancellationTerms = (hours: number) =>
  hours === 0
    ? { inTime: 'Before the start:', late: 'Not coming:', moving: 'until the class starts' }
    : {
        inTime: `${formatHours(hours)} or more before the start:`,
        late: `Less than ${formatHours(hours)}, or not coming:`,
        moving: `with ${hours} or more hours’ notice`,
      };

/** How long a pass that the studio returns can be used. */
export const describeGrace = (days: number): string => {
  if (days === 0) return 'Had it expired, it can be used until the end of that day.';
  const soon = days === WEEK ? 'a week' : formatDays(days);
  return `Had it expired, or would it within ${soon}, it gets ${formatDays(days)} from then.`;
};

interface WaitlistTerm {
  readonly when: string;
  readonly what: string;
}

/** Who gets a place that comes free, from long before the class to its start. */
export const listWaitlistTerms = (rules: Rules): WaitlistTerm[] => {
  const { freeCancellationHours: free, broadcastUnderHours: last, quietFrom, quietUntil } = rules;
  // No member is booked automatically who could not cancel freely.
  const bookedUntil = Math.max(rules.autoBookUntilHours, free);
  const late =
    free === 0
      ? ''
      : ` No pass comes back if you claim and then cancel less than ${formatHours(free)} before.`;
  const quiet = quietFrom === quietUntil ? '' : ` No offers run between ${quietFrom} and ${quietUntil}.`;
  return [
    {
      when: `More than ${formatHours(bookedUntil)} before the class:`,
      what: `when a place comes free, the first in line who has a usable pass is booked, and told by email. You can still cancel free of charge until ${free === 0 ? 'the class starts' : `${formatHours(free)} before`}.`,
    },
    {
      when:
        last === 0
          ? `From ${formatHours(bookedUntil)} before:`
          : `From ${bookedUntil} to ${formatHours(last)} before:`,
      what: `the first in line is offered the place for ${formatMinutes(rules.offerMinutes)} and has to claim it.${late}${quiet}`,
    },
    ...(last === 0
      ? []
      : [
          {
            when: `Under ${formatHours(last)}:`,
            what: 'everyone waiting is told, and the first to book has it.',
          },
        ]),
  ];
};
