import { Refusal } from '../refusal.ts';
import type { InstructorState } from './decider.ts';
import type { InstructorEvent } from './events.ts';

export interface InstructorInput {
  readonly name: string;
  readonly prenatalSuitable: boolean;
}

/** @throws Refusal INSTRUCTOR_NOT_FOUND */
export function assertInstructor(state: InstructorState): NonNullable<InstructorState['instructor']> {
  if (state.instructor === null) throw new Refusal('INSTRUCTOR_NOT_FOUND');
  return state.instructor;
}

/** The same id a second time adds nothing. */
export function addInstructor(
  state: InstructorState,
  { instructorId, name, prenatalSuitable, now }: InstructorInput & { instructorId: number; now: Date },
): InstructorEvent[] {
  if (state.instructor !== null || state.removed) return [];
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

/** @throws Refusal INSTRUCTOR_NOT_FOUND */
export function removeInstructor(state: InstructorState, { now }: { now: Date }): InstructorEvent[] {
  if (state.removed) return [];
  const { instructorId } = assertInstructor(state);
  return [{ type: 'InstructorRemoved', data: { instructorId, at: now.toISOString() } }];
}
