import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { InstructorEvent } from './events.ts';

export interface InstructorState {
  /** null before the instructor is added and after the removal. */
  readonly instructor: {
    readonly instructorId: number;
    readonly name: string;
    readonly prenatalSuitable: boolean;
  } | null;
  /** An id is never used a second time. */
  readonly removed: boolean;
  /** The classes they were ever put on, by id, and when last; whether they are still on one, the class says. */
  readonly assigned: ReadonlyMap<number, string>;
}

function evolveInstructor(state: InstructorState, event: InstructorEvent): InstructorState {
  switch (event.type) {
    case 'InstructorAdded':
    case 'InstructorChanged': {
      const { instructorId, name, prenatalSuitable } = event.data;
      return { ...state, instructor: { instructorId, name, prenatalSuitable }, removed: false };
    }
    case 'InstructorAssigned':
      return { ...state, assigned: new Map(state.assigned).set(event.data.classId, event.data.at) };
    case 'InstructorRemoved':
      return { ...state, instructor: null, removed: true };
    default:
      return assertNever(event);
  }
}

export const instructorDecider: Decider<InstructorState, InstructorEvent> = {
  stream: (instructorId) => `instructor-${instructorId}`,
  initial: { instructor: null, removed: false, assigned: new Map() },
  evolve: evolveInstructor,
};
