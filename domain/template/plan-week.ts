import { millisecondsInMinute } from 'date-fns/constants';
import { findClosure, isTooFarAhead } from '../closure/decide.ts';
import type { ClosuresState } from '../closure/decider.ts';
import { addDaysToDay, toLondonInstant } from '../london-time.ts';
import { InvalidInput } from '../refusal.ts';
import type { TemplateClassDetails } from './events.ts';

/** How long a class of a template takes (spec 001 section 9). */
export const templateClassMinutes = 50;

/** A class on the week's timetable, from whatever source. */
export interface ScheduledClass {
  readonly classId: number;
  readonly level: string;
  readonly date: string;
  readonly time: string;
  readonly durationMinutes: number;
  readonly instructorId: number;
}

/** A class that the template made for the week before. */
export interface MadeClass {
  readonly classId: number;
  /** Its current date and time: the studio may have moved it. */
  readonly date: string;
  readonly time: string;
  readonly isCancelled: boolean;
}

/** The outcome of applying one class of the template: only `create` schedules one. */
export type PlannedOutcome =
  | { readonly kind: 'create' }
  /** Made for this week before. */
  | { readonly kind: 'made'; readonly made: MadeClass }
  /** Made for this week before, then cancelled by the studio; it stays cancelled. */
  | { readonly kind: 'cancelled'; readonly made: MadeClass }
  /** Another class has the same level, time and instructor. */
  | { readonly kind: 'there'; readonly classId: number }
  | { readonly kind: 'past' }
  | { readonly kind: 'closed'; readonly reason: string }
  | { readonly kind: 'instructor_removed' }
  | { readonly kind: 'instructor_busy'; readonly with: { readonly level: string; readonly time: string } };

export interface PlannedClass {
  readonly templateClassId: number;
  readonly date: string;
  readonly details: TemplateClassDetails;
  readonly outcome: PlannedOutcome;
}

export interface WeekFacts {
  /** By template class id. */
  readonly classes: ReadonlyMap<number, TemplateClassDetails>;
  /** A Monday. */
  readonly weekStart: string;
  /** By template class id, the classes that the template made for this week. */
  readonly made: ReadonlyMap<number, MadeClass>;
  /** The week's classes without the cancelled ones. */
  readonly scheduled: readonly ScheduledClass[];
  /** The current instructors. */
  readonly instructors: ReadonlySet<number>;
  readonly closures: ClosuresState;
  readonly now: Date;
}

/** @throws InvalidInput when the week is too far ahead to plan */
export function assertPlannable(weekStart: string, now: Date): void {
  if (!isTooFarAhead(weekStart, now)) return;
  throw new InvalidInput([{ path: 'weekStartDate', message: 'Choose a week within the next two years' }]);
}

/** The date of a day of the week (0 is Sunday) in the week that starts on a Monday. */
export const getDateInWeek = (weekStart: string, dayOfWeek: number): string =>
  addDaysToDay(weekStart, (dayOfWeek + 6) % 7);

interface TaughtSlot {
  readonly level: string;
  readonly time: string;
  readonly instructorId: number;
  readonly from: number;
  readonly until: number;
}

function toTaughtSlot(one: Omit<ScheduledClass, 'classId'>): TaughtSlot {
  const { level, date, time, instructorId, durationMinutes } = one;
  const from = toLondonInstant(date, time).getTime();
  return { level, time, instructorId, from, until: from + durationMinutes * millisecondsInMinute };
}

const isSameClass = (scheduled: ScheduledClass, date: string, details: TemplateClassDetails) =>
  scheduled.date === date &&
  scheduled.time === details.time &&
  scheduled.level === details.level &&
  scheduled.instructorId === details.instructorId;

/** Plans what applying a template to a week does, class by class in the order of the week. */
export function planWeek({
  classes,
  weekStart,
  made,
  scheduled,
  instructors,
  closures,
  now,
}: WeekFacts): PlannedClass[] {
  const slots = scheduled.map(toTaughtSlot);
  const inOrder = [...classes]
    .map(([templateClassId, details]) => ({
      templateClassId,
      details,
      date: getDateInWeek(weekStart, details.dayOfWeek),
    }))
    .toSorted(
      (a, b) =>
        a.date.localeCompare(b.date) ||
        a.details.time.localeCompare(b.details.time) ||
        a.templateClassId - b.templateClassId,
    );

  const getOutcome = ({ templateClassId, details, date }: (typeof inOrder)[number]): PlannedOutcome => {
    const before = made.get(templateClassId);
    if (before !== undefined) return { kind: before.isCancelled ? 'cancelled' : 'made', made: before };
    const same = scheduled.find((one) => isSameClass(one, date, details));
    if (same !== undefined) return { kind: 'there', classId: same.classId };
    const planned = toTaughtSlot({ ...details, date, durationMinutes: templateClassMinutes });
    if (planned.from <= now.getTime()) return { kind: 'past' };
    const closure = findClosure(closures, date);
    if (closure !== undefined) return { kind: 'closed', reason: closure.reason };
    if (!instructors.has(details.instructorId)) return { kind: 'instructor_removed' };
    const clash = slots.find(
      ({ instructorId, from, until }) =>
        instructorId === details.instructorId && from < planned.until && planned.from < until,
    );
    if (clash !== undefined) {
      return { kind: 'instructor_busy', with: { level: clash.level, time: clash.time } };
    }
    slots.push(planned);
    return { kind: 'create' };
  };
  return inOrder.map((one) => ({ ...one, outcome: getOutcome(one) }));
}
