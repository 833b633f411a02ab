import type { Decider } from '../decider.ts';
import type { ClassEvent } from './events.ts';
import { evolveClass } from './evolve.ts';
import { type ClassState, initialClass } from './state.ts';

export const classDecider: Decider<ClassState, ClassEvent> = {
  stream: (classId) => `class-${classId}`,
  initial: initialClass,
  evolve: evolveClass,
};
