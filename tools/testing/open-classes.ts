import { z } from 'zod';
import { addDaysToDay, toLondonDay } from '#domain/london-time.ts';
import type { StudioClient } from './studio-client.ts';

const instructorAnswer = z.object({ instructor: z.object({ id: z.number() }) });
const classAnswer = z.object({ class: z.object({ id: z.number() }) });

/** Returns the London day so many days from now, `yyyy-MM-dd`. */
export function londonDayIn(days: number, now = new Date()): string {
  return addDaysToDay(toLondonDay(now), days);
}

/**
 * Adds an instructor and `count` bookable classes, two to five days ahead of `now`, one every quarter of an hour. Returns their
 * ids. `now` must be the sandbox clock's time if that was moved.
 */
export async function openClasses(
  admin: StudioClient,
  count: number,
  maxCapacity = 7,
  now = new Date(),
): Promise<number[]> {
  const { instructor } = await admin.expect(instructorAnswer, 'POST', '/api/admin/instructors', {
    name: 'Test Instructor',
    prenatalSuitable: false,
  });
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const minutes = 6 * 60 + (index % 60) * 15;
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const answer = await admin.expect(classAnswer, 'POST', '/api/admin/classes', {
      name: 'reformer for all',
      date: londonDayIn(2 + (Math.floor(index / 60) % 4), now),
      time,
      instructorId: instructor.id,
      // So that one member can book them all.
      duration: 15,
      maxCapacity,
    });
    ids.push(answer.class.id);
  }
  return ids;
}
