import { assertUnchanged, type Facts } from '../changed-since.ts';
import type { PlannedClass } from './plan-week.ts';

/** A class that is to be made, as one fact: date, time, capacity, instructor and level. */
const formatFact = ({ date, details: { time, capacity, instructorId, level } }: PlannedClass): string =>
  `${date} ${time} ${capacity} ${instructorId} ${level}`;

/** What applying a template makes, each class as one fact by its template class id. */
export const getWeekFacts = (planned: readonly PlannedClass[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    planned
      .filter(({ outcome }) => outcome.kind === 'create')
      .map((one) => [String(one.templateClassId), formatFact(one)]),
  );

/**
 * Checks that applying a template makes what its caller saw, no class more and none less. Classes that were made already do not
 * count, so that a request that a crash cut off can be repeated. Undefined accepts any.
 * @throws Refusal CHANGED_SINCE
 */
export function assertWeekAsSeen(expected: Facts | undefined, planned: readonly PlannedClass[]): void {
  const current = getWeekFacts(planned);
  if (expected === undefined || Object.keys(current).length === 0) return;
  const made = planned.flatMap(({ templateClassId, outcome }) =>
    outcome.kind === 'made' ? [String(templateClassId)] : [],
  );
  const unseen = Object.keys(current).map((id) => [id, null] as const);
  const seen = Object.entries(expected).filter(([id]) => !made.includes(id));
  assertUnchanged('record', { ...Object.fromEntries(unseen), ...Object.fromEntries(seen) }, current);
}
