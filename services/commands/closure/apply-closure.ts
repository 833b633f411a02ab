import type { Closure } from '#domain/closure/decider.ts';
import { toLondonDay } from '#domain/london-time.ts';
import { Refusal } from '#domain/refusal.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { pickLaterPosition } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readClosures } from '../read-closures.ts';
import { stepContext } from '../step-context.ts';
import { cancelClass } from '../timetable/cancel-class.ts';
import { followClosures } from './follow-closures.ts';

export interface ClosureDeps extends CommandDeps {
  /** The classes of these London days, both inclusive, that are not cancelled. */
  readonly readScheduledClasses: (
    from: string,
    to: string,
  ) => Promise<readonly { readonly classId: number }[]>;
  /** The members with lots, other than of a membership, that are alive on one of these London days. */
  readonly readPassHolders: (from: string, to: string) => Promise<readonly string[]>;
}

/** The class began, or was cancelled, meanwhile. */
const ENDED = new Set(['CLASS_PAST', 'CLASS_NOT_FOUND', 'CLASS_CANCELLED']);

/** Cancels the classes of the closed days ahead. Convergent. */
export async function cancelClosedClasses(
  deps: ClosureDeps,
  { from, to, liftedAt }: Closure,
  context: CommandContext,
): Promise<bigint | null> {
  const [, first = to] = [from, toLondonDay(context.now)].toSorted();
  if (liftedAt !== null || to < first) return null;
  let position: bigint | null = null;
  for (const { classId } of await deps.readScheduledClasses(first, to)) {
    try {
      const cancelled = await cancelClass(deps, { classId }, stepContext(context, 'class', classId));
      position = pickLaterPosition(position, cancelled.position);
    } catch (error) {
      if (!(error instanceof Refusal) || !ENDED.has(error.code)) throw error;
    }
  }
  return position;
}

/**
 * Cancels the classes of a closure's days, and lets passes last a day longer for each. Takes those days back once the closure is
 * lifted. The classes and members come from read models; the sweep repeats it for what was scheduled or granted meanwhile.
 * Convergent.
 */
export const applyClosure = defineCommand(
  'apply-closure',
  async (deps: ClosureDeps, { closureId }: { closureId: number }, context) => {
    const closure = (await readClosures(deps)).closures.get(closureId);
    if (closure === undefined) throw new Refusal('CLOSURE_NOT_FOUND');
    let position = await cancelClosedClasses(deps, closure, context);
    for (const memberId of await deps.readPassHolders(closure.from, closure.to)) {
      const followed = await followClosures(deps, { memberId }, stepContext(context, 'wallet', memberId));
      position = pickLaterPosition(position, followed.position);
    }
    return { position };
  },
);
