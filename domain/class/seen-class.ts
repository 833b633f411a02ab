import { assertUnchanged } from '../changed-since.ts';
import type { ClassDetails } from './events.ts';

/**
 * What a caller saw of a class when they decided: its London date and time, and its level as `name`. Earlier events and other clients
 * lack the length in minutes and the instructor. The capacity does not matter to a member with a seat.
 */
export type SeenClass = {
  readonly date: string;
  readonly time: string;
  readonly name: string;
  readonly duration?: number | undefined;
  readonly instructorId?: number | undefined;
};

/** Checks that a class is still as it was seen. Undefined accepts any. @throws Refusal CHANGED_SINCE */
export function assertClassAsSeen(
  expected: SeenClass | undefined,
  { date, time, level: name, durationMinutes: duration, instructorId }: ClassDetails,
): void {
  assertUnchanged('class', expected, { date, time, name, duration, instructorId });
}
