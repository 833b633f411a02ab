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
import type { TypedApp } from '#services/api/typed-app.ts';
import { todayAnswer } from '#services/contract/today.ts';
import { classType } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const shownEntries = 20;

const takeFirst = <Row, Entry>(rows: readonly Row[], describe: (row: Row) => Entry) => ({
  total: rows.length,
  entries: rows.slice(0, shownEntries).map(describe),
});

const describeClass = <Row extends { level: string }>(row: Row) => ({
  ...row,
  level: classType.parse(row.level),
});
const describeMember = <Row extends { memberName: string | null }>(row: Row) => ({
  ...row,
  memberName: row.memberName ?? '',
});

/** What a manager looks at in the morning. */
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
      firstTimers: takeFirst(firstTimers, (row) => describeMember(describeClass(row))),
      unmarked: takeFirst(unmarked, describeClass),
      waiting: takeFirst(waiting, describeClass),
      unpaid: takeFirst(unpaid, ({ nextAttemptAt, ...row }) => ({
        ...describeMember(row),
        nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
      })),
      lapsing: takeFirst(lapsing, ({ expiresAt, ...row }) => ({
        ...describeMember(row),
        expiresAt: expiresAt.toISOString(),
      })),
    };
  });
}
