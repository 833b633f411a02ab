import { Refusal } from './refusal.ts';

/** Facts by their names in the request. */
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What the facts are about, for the sentence. */
type ChangedSubject = 'price' | 'pass' | 'class' | 'record';

/**
 * Checks that what a caller saw is still so. Only the facts that `expected` names count; a caller that sends none
 * accepts the current ones.
 * @throws Refusal CHANGED_SINCE with each changed fact, as it was seen and as it is
 */
export function assertUnchanged(about: ChangedSubject, expected: Facts | undefined, current: Facts): void {
  const changed = Object.entries(expected ?? {}).flatMap(([name, was]) => {
    const is = current[name] ?? null;
    return was === undefined || was === is ? [] : [[name, { was, is }] as const];
  });
  if (changed.length > 0)
    throw new Refusal('CHANGED_SINCE', { about }, { changed: Object.fromEntries(changed) });
}

/**
 * Lets the events of a decision through if what its caller saw is still so. A decision without events overrules no one, such as one that
 * is repeated because its answer was lost.
 * @throws Refusal CHANGED_SINCE
 */
export function guardEvents<E>(
  events: readonly E[],
  expected: Facts | undefined,
  getCurrent: () => Facts,
): readonly E[] {
  if (events.length > 0) assertUnchanged('record', expected, getCurrent());
  return events;
}
