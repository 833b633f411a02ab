import { millisecondsInMinute } from 'date-fns/constants';
import type { ClassDetails } from './events.ts';

type Span = Pick<ClassDetails, 'startsAt' | 'durationMinutes'>;

function toSpan({ startsAt, durationMinutes }: Span) {
  const from = Date.parse(startsAt);
  return { from, to: from + durationMinutes * millisecondsInMinute };
}

/** Whether two classes are at the same time; one may begin when the other ends. */
export function overlap(one: Span, other: Span): boolean {
  const [a, b] = [toSpan(one), toSpan(other)];
  return a.from < b.to && b.from < a.to;
}
