import { Refusal } from '../refusal.ts';
import type { InstructorState } from './decider.ts';
import type { InstructorEvent } from './events.ts';
import type { Rate } from './rates.ts';

export interface InstructorInput {
  readonly name: string;
  readonly prenatalSuitable: boolean;
}

/** @throws Refusal INSTRUCTOR_NOT_FOUND */
export function assertInstructor(state: InstructorState): NonNullable<InstructorState['instructor']> {
  if (state.instructor === null) throw new Refusal('INSTRUCTOR_NOT_FOUND');
  return state.instructor;
}

/** Appends nothing for an id that is or was in use. */
export function addInstructor(
  state: InstructorState,
  { instructorId, name, prenatalSuitable, now }: InstructorInput & { instructorId: number; now: Date },
): InstructorEvent[] {
  if (state.instructor !== null || state.isRemoved) return [];
  return [{ type: 'InstructorAdded', data: { instructorId, name, prenatalSuitable, at: now.toISOString() } }];
}

/** @throws Refusal INSTRUCTOR_NOT_FOUND */
export function changeInstructor(
  state: InstructorState,
  { name, prenatalSuitable, now }: InstructorInput & { now: Date },
): InstructorEvent[] {
  const old = assertInstructor(state);
  if (old.name === name && old.prenatalSuitable === prenatalSuitable) return [];
  const { instructorId } = old;
  return [
    { type: 'InstructorChanged', data: { instructorId, name, prenatalSuitable, at: now.toISOString() } },
  ];
}

/**
 * Assigns a class that is about to be scheduled. It is appended each time and before the class is: a concurrent
 * removal then meets a version conflict, or this meets the removal.
 * @throws Refusal INSTRUCTOR_NOT_FOUND
 */
export function assignClass(
  state: InstructorState,
  { classId, now }: { classId: number; now: Date },
): InstructorEvent[] {
  const { instructorId } = assertInstructor(state);
  return [{ type: 'InstructorAssigned', data: { instructorId, classId, at: now.toISOString() } }];
}

/**
 * Sets what the instructor's classes of a type, or of every type, pay from a day on. A past day is allowed: what a closed period
 * paid less is the next one's adjustment.
 * @throws Refusal INSTRUCTOR_NOT_FOUND, NEGATIVE_RATE; RATE_EXISTS for the same type and day
 */
export function setRate(state: InstructorState, { now, ...rate }: Rate & { now: Date }): InstructorEvent[] {
  const { instructorId } = assertInstructor(state);
  const { classType, validFrom, basePence, perHeadPence, above } = rate;
  if (Math.min(basePence, perHeadPence, above) < 0) throw new Refusal('NEGATIVE_RATE');
  const isSame = (other: Rate) => other.classType === classType && other.validFrom === validFrom;
  if (state.rates.some(isSame)) throw new Refusal('RATE_EXISTS', { validFrom });
  const data = { instructorId, classType, validFrom, basePence, perHeadPence, above, at: now.toISOString() };
  return [{ type: 'RateSet', data }];
}

/** Chooses the staff account that sees the instructor's pay, or none. @throws Refusal INSTRUCTOR_NOT_FOUND */
export function linkAccount(
  state: InstructorState,
  { accountId, now }: { accountId: string | null; now: Date },
): InstructorEvent[] {
  const { instructorId } = assertInstructor(state);
  if (state.accountId === accountId) return [];
  return [{ type: 'AccountLinked', data: { instructorId, accountId, at: now.toISOString() } }];
}

/** A class was assigned to the instructor after the caller checked their classes: check again. */
export class AssignedMeanwhile extends Error {}

/**
 * `seen` are the assignments whose classes were checked and do not need the instructor.
 * @throws Refusal INSTRUCTOR_NOT_FOUND; AssignedMeanwhile when there is another one
 */
export function removeInstructor(
  state: InstructorState,
  { seen, now }: { seen: InstructorState['assigned']; now: Date },
): InstructorEvent[] {
  if (state.isRemoved) return [];
  const { instructorId } = assertInstructor(state);
  for (const [classId, at] of state.assigned) if (seen.get(classId) !== at) throw new AssignedMeanwhile();
  return [{ type: 'InstructorRemoved', data: { instructorId, at: now.toISOString() } }];
}
