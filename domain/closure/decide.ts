import { addDaysToDay, countDaysBetween, toLondonDay } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import type { Closure, ClosuresState } from './decider.ts';
import type { ClosureEvent } from './events.ts';

const MAX_DAYS = 90;
const MAX_DAYS_AHEAD = 731;

/** Whether a London day is too far ahead to plan anything on it. */
export const isTooFarAhead = (day: string, now: Date): boolean =>
  day > addDaysToDay(toLondonDay(now), MAX_DAYS_AHEAD);

export interface ClosurePlan {
  /** London days, both closed. */
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** @throws Refusal CLOSURE_DAYS */
function assertPossible({ from, to }: ClosurePlan, now: Date): void {
  const today = toLondonDay(now);
  const refuse = (problem: string) => {
    throw new Refusal('CLOSURE_DAYS', { problem });
  };
  if (to < from) refuse('Choose a last day that is not before the first.');
  if (countDaysBetween(from, to) >= MAX_DAYS) refuse(`Close for ${MAX_DAYS} days at most.`);
  if (from < today) refuse('Choose a first day that is not over.');
  if (isTooFarAhead(from, now)) refuse('Choose a first day within the next two years.');
}

/**
 * Closes the studio for some days. Appends nothing for a closure that is in force already.
 * @throws Refusal CLOSURE_DAYS for days in the wrong order, too many, in the past or too far ahead
 */
export function setClosure(
  { closures }: ClosuresState,
  { now, ...plan }: ClosurePlan & { now: Date },
): ClosureEvent[] {
  assertPossible(plan, now);
  const { from, to, reason } = plan;
  if (findSame({ closures }, plan) !== undefined) return [];
  return [
    {
      type: 'ClosureSet',
      data: { closureId: closures.size + 1, from, to, reason, at: now.toISOString() },
    },
  ];
}

/** The standing closure with these days and reason. */
export const findSame = ({ closures }: ClosuresState, plan: ClosurePlan): Closure | undefined =>
  [...closures.values()].find(
    ({ from, to, reason, liftedAt }) =>
      liftedAt === null && from === plan.from && to === plan.to && reason === plan.reason,
  );

/** Opens the studio again. Appends nothing for a closure that was lifted. @throws Refusal CLOSURE_NOT_FOUND, CLOSURE_OVER */
export function liftClosure(
  { closures }: ClosuresState,
  { closureId, now }: { closureId: number; now: Date },
): ClosureEvent[] {
  const closure = closures.get(closureId);
  if (closure === undefined) throw new Refusal('CLOSURE_NOT_FOUND');
  if (closure.liftedAt !== null) return [];
  if (closure.to < toLondonDay(now)) throw new Refusal('CLOSURE_OVER');
  return [{ type: 'ClosureLifted', data: { closureId, at: now.toISOString() } }];
}

/** The standing closure of a day. */
export const findClosure = ({ closures }: ClosuresState, day: string): Closure | undefined =>
  [...closures.values()].find(({ from, to, liftedAt }) => liftedAt === null && from <= day && day <= to);

/** @throws Refusal STUDIO_CLOSED on a closed day */
export function assertOpen(state: ClosuresState, day: string): void {
  const closure = findClosure(state, day);
  if (closure !== undefined) throw new Refusal('STUDIO_CLOSED', { day, reason: closure.reason });
}
