import { addDays } from 'date-fns/addDays';
import { addHours } from 'date-fns/addHours';
import { addMinutes } from 'date-fns/addMinutes';
import { millisecondsInDay } from 'date-fns/constants';
import { addDaysToDay, getMonday, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { demoMemberNames } from './people.ts';
import { Random } from './random.ts';
import { createDemoTimetable, type DemoClass } from './timetable.ts';

const weeksOfHistory = 8;
const weeksAhead = 4;
const bookingIdsFrom = 1;

/** One action in the demo studio's history, with its time. */
export type DemoStep = { readonly at: Date } & (
  | { readonly kind: 'schedule'; readonly demoClass: DemoClass }
  | { readonly kind: 'sign-up'; readonly member: number; readonly name: string }
  | {
      readonly kind: 'book';
      readonly member: number;
      readonly demoClass: DemoClass;
      readonly bookingId: number;
    }
  | {
      readonly kind: 'cancel';
      readonly member: number;
      readonly demoClass: DemoClass;
      readonly bookingId: number;
    }
  | {
      readonly kind: 'attend';
      readonly demoClass: DemoClass;
      readonly bookingId: number;
      readonly attended: boolean;
    }
);

interface Habit {
  readonly joinedAt: Date;
  readonly classesPerWeek: number;
  readonly cancelProbability: number;
  readonly levels: readonly DemoClass['level'][];
}

function createHabit(random: Random, member: number, start: Date, now: Date): Habit {
  const days = Math.floor((now.getTime() - start.getTime()) / millisecondsInDay);
  // Most members join in the first weeks; the one with the printed sign-in is new enough to have upcoming classes.
  const joinedAfter = member === 0 ? 8 : Math.floor(random.next() ** 2 * Math.max(days - 3, 1));
  return {
    joinedAt: addMinutes(addDays(start, joinedAfter), random.between(60, 600)),
    classesPerWeek: member === 0 ? 2 : random.pick([1, 1, 1.5, 2, 2, 3]),
    cancelProbability: random.pick([0.04, 0.08, 0.15]),
    levels: random.chance(0.5)
      ? ['beginner', 'reformer for all']
      : ['reformer for all', 'intermediate', 'advanced', 'pre & post natal'],
  };
}

/**
 * Plans eight weeks of history up to `now`, and the timetable of the four weeks after, in chronological order. The same `now` gives
 * the same plan, so that an interrupted seeding can resume.
 */
export function planHistory(now: Date): DemoStep[] {
  const random = new Random(20_260_501);
  const firstMonday = addDaysToDay(getMonday(toLondonDay(now)), -7 * weeksOfHistory);
  const start = addHours(new Date(`${firstMonday}T06:00:00Z`), -24 * 7);
  const classes = createDemoTimetable(firstMonday, weeksOfHistory + 1 + weeksAhead).map((demoClass) => ({
    demoClass,
    startsAt: toLondonInstant(demoClass.date, demoClass.time),
  }));
  const steps: DemoStep[] = classes.map(({ demoClass, startsAt }) => {
    const announced = addDays(startsAt, -28);
    return {
      kind: 'schedule',
      at: announced < start ? start : announced > now ? now : announced,
      demoClass,
    };
  });
  let bookingId = bookingIdsFrom;
  for (const [member, name] of demoMemberNames.entries()) {
    const habit = createHabit(random, member, start, now);
    steps.push({ kind: 'sign-up', at: habit.joinedAt, member, name });
    for (const { demoClass, startsAt } of classes) {
      const isSuitable = habit.levels.includes(demoClass.level);
      if (!isSuitable || !random.chance(habit.classesPerWeek / 15)) continue;
      const bookedAt = addMinutes(startsAt, -random.between(90, 6 * 24 * 60));
      if (bookedAt <= addMinutes(habit.joinedAt, 10) || bookedAt >= now) continue;
      steps.push({ kind: 'book', at: bookedAt, member, demoClass, bookingId });
      const markedAt = addMinutes(startsAt, 55);
      if (random.chance(habit.cancelProbability)) {
        const minutesLeft = Math.floor((startsAt.getTime() - bookedAt.getTime()) / 60_000);
        const cancelledAt = addMinutes(bookedAt, random.between(20, Math.max(21, minutesLeft - 15)));
        if (cancelledAt < now) steps.push({ kind: 'cancel', at: cancelledAt, member, demoClass, bookingId });
      } else if (markedAt < now) {
        const attended = new Random(bookingId).chance(0.92);
        steps.push({ kind: 'attend', at: markedAt, demoClass, bookingId, attended });
      }
      bookingId += 1;
    }
  }
  const order = { schedule: 0, 'sign-up': 1, book: 2, cancel: 3, attend: 4 };
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime() || order[a.kind] - order[b.kind]);
}
