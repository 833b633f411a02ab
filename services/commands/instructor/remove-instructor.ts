import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { classDecider } from '#domain/class/decider.ts';
import type { ClassState } from '#domain/class/state.ts';
import { AssignedMeanwhile, removeInstructor as decide } from '#domain/instructor/decide.ts';
import { type InstructorState, instructorDecider } from '#domain/instructor/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { getInstructorFacts } from './get-instructor-facts.ts';

const MAX_ROUNDS = 5;
/** One append lies between an assignment and its class; an older assignment was left by a crash. */
const ASSIGNING_MS = 10_000;

const isNeeded = (state: ClassState, instructorId: number, now: Date) =>
  state.details?.instructorId === instructorId &&
  !state.isCancelled &&
  Date.parse(state.details.startsAt) >= now.getTime();

/** Whether a class is about to be appended with this instructor. */
function isBeingAssigned(state: ClassState, instructorId: number, assignedAt: string | undefined, now: Date) {
  if (assignedAt === undefined || now.getTime() - Date.parse(assignedAt) >= ASSIGNING_MS) return false;
  return !state.isCancelled && state.details?.instructorId !== instructorId;
}

/** Checks every class that may need the instructor. @throws Refusal INSTRUCTOR_HAS_CLASSES, CONFLICT */
async function assertFree(
  { deciders }: CommandDeps,
  { instructorId, classIds }: { instructorId: number; classIds: readonly number[] },
  assigned: InstructorState['assigned'],
  now: Date,
): Promise<void> {
  const ids = [...new Set([...assigned.keys(), ...classIds])];
  const classes = await Promise.all(
    ids.map(async (id) => ({ id, state: (await deciders.load(classDecider, String(id))).state })),
  );
  const needed = classes.filter(({ state }) => isNeeded(state, instructorId, now));
  if (needed.length > 0) {
    const neededIds = needed.map(({ id }) => id).join(' ');
    throw new Refusal('INSTRUCTOR_HAS_CLASSES', { classes: needed.length, classIds: neededIds });
  }
  if (classes.some(({ id, state }) => isBeingAssigned(state, instructorId, assigned.get(id), now)))
    throw new Refusal('CONFLICT');
}

/**
 * Removes an instructor whom no future class needs, by the state of the classes. These are the ones that the
 * instructor's own stream names. `classIds` adds those of a read model, from before that stream named any. A repeated
 * removal appends nothing.
 * See docs/decisions/0017-removing-an-instructor.md.
 * @throws Refusal INSTRUCTOR_NOT_FOUND; INSTRUCTOR_HAS_CLASSES with the ids in `classIds`; CONFLICT while a class is
 * being assigned to them; CHANGED_SINCE
 */
export const removeInstructor = defineCommand(
  'remove-instructor',
  async (
    deps: CommandDeps,
    {
      instructorId,
      classIds,
      expected,
    }: { instructorId: number; classIds: readonly number[]; expected?: Facts | undefined },
    context,
  ) => {
    const { deciders } = deps;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { state } = await deciders.load(instructorDecider, String(instructorId));
      const seen = state.assigned;
      if (state.instructor !== null) await assertFree(deps, { instructorId, classIds }, seen, context.now);
      try {
        const { position } = await deciders.handle(
          instructorDecider,
          String(instructorId),
          context,
          (current) =>
            guardEvents(decide(current, { seen, now: context.now }), expected, () =>
              getInstructorFacts(current),
            ),
        );
        return { position };
      } catch (error) {
        if (!(error instanceof AssignedMeanwhile)) throw error;
      }
    }
    throw new Refusal('CONFLICT');
  },
);
