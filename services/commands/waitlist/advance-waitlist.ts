import {
  getNextWaitlistStep,
  recordWaitlistStep,
  skipWaitlistEntry,
  type WaitlistStep,
} from '#domain/class/decide-waitlist.ts';
import { classDecider } from '#domain/class/decider.ts';
import type { SkipReason } from '#domain/class/events.ts';
import type { ClassState, WaitlistEntry } from '#domain/class/state.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Rules } from '#domain/rules/rules.ts';
import { chooseLot } from '#domain/wallet/decide-passes.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { CommandContext, LoadedState } from '#infra/event-store/types.ts';
import { pickLaterPosition } from '../append-result.ts';
import { type BookClassDeps, bookClass } from '../booking/book-class.ts';
import { defineCommand } from '../define-command.ts';
import { readRules } from '../rules/read-rules.ts';
import { stepContext } from '../step-context.ts';

/** More steps than any waitlist needs in one call; reaching it indicates a fault. */
const MAX_STEPS = 500;

const describeLack = ({ details }: Refusal): SkipReason =>
  details.hasExpiringBefore === true ? 'pass_expires' : 'no_pass';

/** Finds why no pass of a member pays for the class; null when one does. */
async function lackOfPass(
  { deciders }: BookClassDeps,
  { memberId }: WaitlistEntry,
  startsAt: string,
  now: Date,
): Promise<SkipReason | null> {
  const { state } = await deciders.load(walletDecider, memberId);
  try {
    chooseLot(state, startsAt, now);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return describeLack(error);
    throw error;
  }
}

/** Books the first entry as any booking; returns why it is impossible, or null once done or overtaken. */
async function book(
  deps: BookClassDeps,
  { classId }: ClassState,
  { entryId, memberId }: WaitlistEntry,
  context: CommandContext,
): Promise<SkipReason | null> {
  if (classId === null) return null;
  try {
    await bookClass(
      deps,
      { classId, memberId, source: 'waitlist' },
      stepContext(context, 'waitlist', entryId),
    );
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // No caller is there to ask: the member keeps the place, and may take the spot on the page.
    if (error.code === 'OVERLAPS_BOOKING') return 'overlap';
    // The next step decides about any other refusal.
    return error.code === 'NO_PASS' ? describeLack(error) : null;
  }
}

/** Takes one step and returns its position. */
async function takeStep(
  deps: BookClassDeps,
  classId: number,
  { state, revision }: LoadedState<ClassState>,
  { step, rules }: { step: Exclude<WaitlistStep, { kind: 'wait' }>; rules: Rules },
  context: CommandContext,
): Promise<bigint | null> {
  const { now } = context;
  const startsAt = state.details?.startsAt ?? '';
  const skipped =
    step.kind === 'book'
      ? await book(deps, state, step.entry, context)
      : step.kind === 'offer'
        ? await lackOfPass(deps, step.entry, startsAt, now)
        : null;
  // The id includes the revision of the decision, because the next step of the same command is another append.
  const named = stepContext(context, 'waitlist', classId, String(revision), step.kind);
  const { position } = await deps.deciders.handle(classDecider, String(classId), named, (current) => {
    if ((step.kind === 'book' || step.kind === 'offer') && skipped !== null)
      return skipWaitlistEntry(current, { entry: step.entry, reason: skipped, now }, rules);
    return step.kind === 'book' ? [] : recordWaitlistStep(current, { step, now }, rules);
  });
  return position;
}

/**
 * Takes every step that is due on a class's waitlist. Lapses offers that ended, and books, offers or announces a free
 * spot. Convergent, as booking is: any number of callers, at any time.
 */
export const advanceWaitlist = defineCommand(
  'advance-waitlist',
  async (
    deps: BookClassDeps,
    { classId }: { classId: number },
    context,
  ): Promise<{ position: bigint | null }> => {
    let position: bigint | null = null;
    let before: bigint | null | undefined;
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const loaded = await deps.deciders.load(classDecider, String(classId));
      const rules = await readRules(deps.deciders);
      const step = getNextWaitlistStep(loaded.state, rules, context.now);
      // Nothing is due, or the step changed nothing because another process is at it; the sweep tries again.
      if (step.kind === 'wait' || loaded.revision === before) return { position };
      before = loaded.revision;
      position = pickLaterPosition(position, await takeStep(deps, classId, loaded, { step, rules }, context));
    }
    throw new Error(`The waitlist of class ${classId} did not come to rest`);
  },
);
