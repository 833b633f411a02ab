import { millisecondsInMinute } from 'date-fns/constants';
import type { AdminClass } from '#services/contract/admin-schedule.ts';
import type { Instructor } from '#services/contract/schedule.ts';

type Timed = Pick<AdminClass, 'id' | 'startsAt' | 'duration' | 'instructorId' | 'name'>;

export interface Substitute<Class extends Timed> {
  readonly instructor: Instructor;
  /** A class of theirs at the same time. */
  readonly teaches: Class | undefined;
  /** One of the classes needs a training that they are not marked with. */
  readonly isUnsuitable: boolean;
}

const overlap = (one: Timed, other: Timed): boolean => {
  const [start, otherStart] = [Date.parse(one.startsAt), Date.parse(other.startsAt)];
  return (
    start < otherStart + other.duration * millisecondsInMinute &&
    otherStart < start + one.duration * millisecondsInMinute
  );
};

/** Who could take the classes: everybody but those who teach them, the free ones first. */
export function findSubstitutes<Class extends Timed>(
  classes: readonly Class[],
  timetable: readonly Class[],
  instructors: readonly Instructor[],
): Substitute<Class>[] {
  const needsTraining = classes.some(({ name }) => name === 'pre & post natal');
  return instructors
    .filter(({ id }) => !classes.some(({ instructorId }) => instructorId === id))
    .map((instructor) => ({
      instructor,
      teaches: timetable.find(
        (taught) => taught.instructorId === instructor.id && classes.some((each) => overlap(taught, each)),
      ),
      isUnsuitable: needsTraining && !instructor.prenatalSuitable,
    }))
    .toSorted(
      (one, other) =>
        Number(one.teaches !== undefined) - Number(other.teaches !== undefined) ||
        Number(one.isUnsuitable) - Number(other.isUnsuitable),
    );
}
