import type { Pool } from 'pg';
import { batchReads } from '#infra/postgres/batch-reads.ts';
import type { ProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { readShownRules } from '#projections/read-models/rules/queries.ts';
import {
  type ClassRow,
  findNextSpotsChange,
  readClassesByIds,
  readClassesOfDays,
} from '#projections/read-models/schedule/queries.ts';
import { describeClass } from '../presenters/describe-class.ts';
import type { TypedApp } from '../typed-app.ts';
import { TimetableCache, type TimetableClass } from './timetable-cache.ts';

/** The timetable from the read models, invalidated before the command that changed them is answered. */
export function createTimetableCache(
  app: TypedApp,
  pool: Pool,
  waiter: Pick<ProjectionWaiter, 'onProgress'>,
): TimetableCache {
  const readClass = batchReads(
    async (ids: readonly number[]) =>
      new Map((await readClassesByIds(pool, ids)).map((row) => [row.id, row])),
  );
  const timetable = new TimetableCache(async (date, now) => {
    // A changed setting invalidates all days, so one value serves every reload of this day.
    const [rows, rules] = await Promise.all([readClassesOfDays(pool, date), readShownRules(pool)]);
    const toTimetableClass = (row: ClassRow, at: Date): TimetableClass => ({
      answer: describeClass(row, rules, at),
      validUntil: findNextSpotsChange(row, rules, at),
    });
    return {
      classes: rows.map((row) => toTimetableClass(row, now)),
      async reload(classId, at) {
        const row = await readClass(classId);
        return row === undefined || row.isCancelled ? null : toTimetableClass(row, at);
      },
    };
  });
  const unsubscribe = waiter.onProgress((touched) => timetable.invalidate(touched));
  app.addHook('onClose', async () => unsubscribe());
  return timetable;
}
