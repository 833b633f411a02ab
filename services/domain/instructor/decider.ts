import type { Decider } from '../decider.ts';
import { unreachable } from '../unreachable.ts';
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
}

function evolveInstructor(_state: InstructorState, event: InstructorEvent): InstructorState {
  switch (event.type) {
    case 'InstructorAdded':
    case 'InstructorChanged': {
      const { instructorId, name, prenatalSuitable } = event.data;
      return { instructor: { instructorId, name, prenatalSuitable }, removed: false };
    }
    case 'InstructorRemoved':
      return { instructor: null, removed: true };
    default:
      return unreachable(event);
  }
}

export const instructorDecider: Decider<InstructorState, InstructorEvent> = {
  stream: (instructorId) => `instructor-${instructorId}`,
  initial: { instructor: null, removed: false },
  evolve: evolveInstructor,
};
