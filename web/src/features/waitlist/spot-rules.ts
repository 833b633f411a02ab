import { formatHours, formatMinutes } from '#services/contract/rule-wording.ts';
import type { Rules } from '#services/contract/rulebook.ts';

/** What happens when a spot comes free, sentence by sentence, from long before the class to its start. */
export const listSpotRules = ({
  autoBookUntilHours,
  freeCancellationHours,
  offerMinutes,
  broadcastUnderHours,
  quietFrom,
  quietUntil,
}: Rules): string[] => {
  // No member is booked automatically who could not cancel freely.
  const bookedUntil = formatHours(Math.max(autoBookUntilHours, freeCancellationHours));
  const sleep = quietFrom === quietUntil ? '' : ` Between ${quietFrom} and ${quietUntil} we let you sleep.`;
  const last = broadcastUnderHours === 1 ? 'hour' : formatHours(broadcastUnderHours);
  return [
    `More than ${bookedUntil} before the class, the first in line is booked at once, and told.`,
    `From then on it is kept for the first in line for ${formatMinutes(offerMinutes)}, and you choose.${sleep}`,
    ...(broadcastUnderHours === 0
      ? []
      : [`In the last ${last} everyone waiting is told: first come, first served.`]),
  ];
};
