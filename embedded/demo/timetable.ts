import { addDaysToDay } from '#domain/london-time.ts';
import type { ClassType } from '#services/contract/values.ts';

interface WeeklySlot {
  /** 0 is Monday. */
  readonly day: number;
  readonly time: string;
  readonly level: ClassType;
  readonly instructorId: number;
}

/** One week of the demo studio. */
export const weeklySlots: readonly WeeklySlot[] = [
  { day: 0, time: '06:30', level: 'reformer for all', instructorId: 2 },
  { day: 0, time: '09:30', level: 'beginner', instructorId: 1 },
  { day: 0, time: '18:00', level: 'reformer for all', instructorId: 4 },
  { day: 0, time: '19:15', level: 'intermediate', instructorId: 4 },
  { day: 1, time: '09:30', level: 'reformer for all', instructorId: 3 },
  { day: 1, time: '12:15', level: 'beginner', instructorId: 3 },
  { day: 1, time: '18:00', level: 'beginner', instructorId: 5 },
  { day: 1, time: '19:15', level: 'reformer for all', instructorId: 5 },
  { day: 2, time: '06:30', level: 'intermediate', instructorId: 2 },
  { day: 2, time: '09:30', level: 'pre & post natal', instructorId: 1 },
  { day: 2, time: '18:00', level: 'reformer for all', instructorId: 1 },
  { day: 2, time: '19:15', level: 'advanced', instructorId: 2 },
  { day: 3, time: '09:30', level: 'beginner', instructorId: 3 },
  { day: 3, time: '12:15', level: 'reformer for all', instructorId: 4 },
  { day: 3, time: '18:00', level: 'beginner', instructorId: 4 },
  { day: 3, time: '19:15', level: 'intermediate', instructorId: 5 },
  { day: 4, time: '06:30', level: 'reformer for all', instructorId: 2 },
  { day: 4, time: '09:30', level: 'reformer for all', instructorId: 1 },
  { day: 4, time: '17:30', level: 'beginner', instructorId: 3 },
  { day: 5, time: '08:30', level: 'reformer for all', instructorId: 1 },
  { day: 5, time: '09:45', level: 'beginner', instructorId: 5 },
  { day: 5, time: '11:00', level: 'reformer for all', instructorId: 5 },
  { day: 6, time: '09:30', level: 'reformer for all', instructorId: 4 },
  { day: 6, time: '10:45', level: 'pre & post natal', instructorId: 3 },
];

export interface DemoClass extends Omit<WeeklySlot, 'day'> {
  readonly classId: number;
  readonly date: string;
}

/**
 * Returns the classes of `weeks` weeks from the Monday `firstMonday` (`yyyy-MM-dd`). Their ids count from 1, below the start of the
 * id sequence.
 */
export function createDemoTimetable(firstMonday: string, weeks: number): DemoClass[] {
  const classes: DemoClass[] = [];
  for (let week = 0; week < weeks; week += 1) {
    for (const { day, ...slot } of weeklySlots) {
      const date = addDaysToDay(firstMonday, week * 7 + day);
      classes.push({ ...slot, date, classId: classes.length + 1 });
    }
  }
  return classes;
}
