import type { Facts } from '#domain/changed-since.ts';
import type { InstructorState } from '#domain/instructor/decider.ts';

/** An instructor by the names of the fields in the API. */
export function getInstructorFacts({ instructor }: InstructorState): Facts {
  if (instructor === null) return {};
  const { name, prenatalSuitable } = instructor;
  return { name, prenatalSuitable };
}
