import { addDaysToDay, toLondonDay } from '../london-time.ts';
import type { Closure, ClosuresState } from './decider.ts';

/** The days for which passes last longer. */
export interface ClosedDays {
  /** Closed now: a lot that is alive on one gains a day. */
  readonly gained: ReadonlySet<string>;
  /** Those, and the days of closures that had begun when they were lifted: what was gained for them stays. */
  readonly retained: ReadonlySet<string>;
}

function listDays({ from, to }: Closure): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDaysToDay(day, 1)) days.push(day);
  return days;
}

const hadBegun = ({ from, liftedAt }: Closure): boolean =>
  liftedAt !== null && toLondonDay(new Date(liftedAt)) >= from;

export function getClosedDays({ closures }: ClosuresState): ClosedDays {
  const all = [...closures.values()];
  const standing = all.filter(({ liftedAt }) => liftedAt === null);
  return {
    gained: new Set(standing.flatMap(listDays)),
    retained: new Set([...standing, ...all.filter(hadBegun)].flatMap(listDays)),
  };
}

/**
 * How many days, and which, a lot gains that is alive from `startDay` to `endDay`. A day that it gains can be a closed one, and
 * then counts too. `before`: the days that it has gained so far, not part of `endDay`.
 */
export function extendOverClosedDays(
  { startDay, endDay, before }: { startDay: string; endDay: string; before: readonly string[] },
  { gained, retained }: ClosedDays,
): { readonly days: readonly string[]; readonly endDay: string } {
  const had = new Set(before);
  const counts = (day: string) => gained.has(day) || (retained.has(day) && had.has(day));
  const days: string[] = [];
  let end = endDay;
  for (let day = startDay; day <= end; day = addDaysToDay(day, 1)) {
    if (!counts(day)) continue;
    days.push(day);
    end = addDaysToDay(end, 1);
  }
  return { days, endDay: end };
}
