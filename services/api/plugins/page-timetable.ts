import { setTimeout as delay } from 'node:timers/promises';
import { toLondonDay } from '#domain/london-time.ts';
import type { TimetableCache } from '#services/api/load-shedding/timetable-cache.ts';

const timeoutMs = 300;
const pathsWithTimetable = new Set(['/', '/book-classes']);

/** An answer of the API as the page contains it. */
export interface PageAnswer {
  readonly path: string;
  readonly json: string;
}

/**
 * The first day of the timetable for a page that shows it; null for other pages, and when it cannot be read in time. A page without it
 * reads it itself.
 */
export function createPageTimetable(
  timetable: Pick<TimetableCache, 'getAnswer'>,
  now: () => Date,
): (path: string) => Promise<PageAnswer | null> {
  const read = async (): Promise<PageAnswer> => {
    const date = toLondonDay(now());
    const { start, ending } = await timetable.getAnswer(date, now());
    return { path: `/api/classes?date=${date}`, json: start.toBuffer(ending).toString() };
  };
  return async (path) => {
    if (!pathsWithTimetable.has(path)) return null;
    try {
      return await Promise.race([read(), delay(timeoutMs, null, { ref: false })]);
    } catch {
      // The request for the timetable, which the page makes then, reports the outage.
      return null;
    }
  };
}
