import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { InstructorEvent } from './events.ts';
import type { Rate } from './rates.ts';

export interface InstructorState {
  /** null before the instructor is added and after the removal. */
  readonly instructor: {
    readonly instructorId: number;
    readonly name: string;
    readonly prenatalSuitable: boolean;
  } | null;
  /** An id is never used again. */
  readonly isRemoved: boolean;
  /**
   * Every class that was assigned to the instructor, by id, with the latest time. Only the class itself knows whether
   * it still is.
   */
  readonly assigned: ReadonlyMap<number, string>;
  /** In the order in which they were set. */
  readonly rates: readonly Rate[];
  /** The staff account that sees the instructor's pay. */
  readonly accountId: string | null;
}

function evolveInstructor(state: InstructorState, event: InstructorEvent): InstructorState {
  switch (event.type) {
    case 'InstructorAdded':
    case 'InstructorChanged': {
      const { instructorId, name, prenatalSuitable } = event.data;
      return { ...state, instructor: { instructorId, name, prenatalSuitable }, isRemoved: false };
    }
    case 'InstructorAssigned':
      return { ...state, assigned: new Map(state.assigned).set(event.data.classId, event.data.at) };
    case 'RateSet': {
      const { classType, validFrom, basePence, perHeadPence, above } = event.data;
      return { ...state, rates: [...state.rates, { classType, validFrom, basePence, perHeadPence, above }] };
    }
    case 'AccountLinked':
      return { ...state, accountId: event.data.accountId };
    case 'InstructorRemoved':
      return { ...state, instructor: null, isRemoved: true };
    default:
      return assertNever(event);
  }
}

export const instructorDecider: Decider<InstructorState, InstructorEvent> = {
  stream: (instructorId) => `instructor-${instructorId}`,
  initial: { instructor: null, isRemoved: false, assigned: new Map(), rates: [], accountId: null },
  evolve: evolveInstructor,
};
