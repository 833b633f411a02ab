import { toLondonDay } from '#domain/london-time.ts';
import {
  readClassesWaitedFor,
  readFirstTimers,
  readLapsingLots,
  readNextClass,
  readUnmarkedClasses,
  readUnpaidMemberships,
} from '#projections/read-models/today/queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { takeFirst } from '#services/api/take-first.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { todayAnswer } from '#services/contract/today.ts';
import { classType } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const shownEntries = 20;

const describeClass = <Row extends { level: string }>(row: Row) => ({
  ...row,
  level: classType.parse(row.level),
});
const describeMember = <Row extends { memberName: string | null }>(row: Row) => ({
  ...row,
  memberName: row.memberName ?? '',
});

/** The open tasks and figures that a manager reads in the morning. */
export function registerAdminTodayRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get('/api/admin/today', withSchema({ response: { 200: todayAnswer } }), async () => {
    const now = clock.now();
    const [next, firstTimers, unmarked, waiting, unpaid, lapsing] = await Promise.all([
      readNextClass(pool, now),
      readFirstTimers(pool, now),
      readUnmarkedClasses(pool, now),
      readClassesWaitedFor(pool, now),
      readUnpaidMemberships(pool),
      readLapsingLots(pool, now),
    ]);
    return {
      success: true as const,
      day: toLondonDay(now),
      next: next === undefined ? null : describeClass(next),
      firstTimers: takeFirst(
        firstTimers.map((row) => describeMember(describeClass(row))),
        shownEntries,
      ),
      unmarked: takeFirst(unmarked.map(describeClass), shownEntries),
      waiting: takeFirst(waiting.map(describeClass), shownEntries),
      unpaid: takeFirst(
        unpaid.map(({ nextAttemptAt, ...row }) => ({
          ...describeMember(row),
          nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
        })),
        shownEntries,
      ),
      lapsing: takeFirst(
        lapsing.map(({ expiresAt, ...row }) => ({
          ...describeMember(row),
          expiresAt: expiresAt.toISOString(),
        })),
        shownEntries,
      ),
    };
  });
}
