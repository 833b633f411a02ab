import { millisecondsInMinute } from 'date-fns/constants';
import type { ClassDetails } from './events.ts';

function toSpan({ startsAt, durationMinutes }: ClassDetails) {
  const from = Date.parse(startsAt);
  return { from, to: from + durationMinutes * millisecondsInMinute };
}

/** Whether two classes are at the same time; one may begin when the other ends. */
export function overlap(one: ClassDetails, other: ClassDetails): boolean {
  const [a, b] = [toSpan(one), toSpan(other)];
  return a.from < b.to && b.from < a.to;
}
